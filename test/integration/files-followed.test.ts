import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Agent } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openEtcd } from '../../src/storage/kv/etcd/open.ts';
import type { Kv } from '../../src/storage/kv.ts';
import { type Identity, issueClient, issueServing, makeAuthority } from '../../src/util/x509.ts';
import { auditPolicy } from '../support/audit.ts';
import { aescbc, configuration, secret, secrets } from '../support/encryption.ts';
import { type Etcd, startEtcd } from '../support/etcd.ts';
import { ExtensionServer } from '../support/extension-server/extension-server.ts';
import { MountedFiles, RenamedFiles, type ReplacedFiles } from '../support/mounted-files.ts';
import { NodeAgent } from '../support/node-agent.ts';
import { TestServer } from '../support/server.ts';
import { TestHttpsServer, testValidity } from '../support/unit/https-server.ts';
import { until } from '../support/until.ts';

/** The documented time, which is a minute for what is read when it is needed, and some for a busy machine. */
const inTime = 80;
const directory = mkdtempSync(join(tmpdir(), 'followed-'));
const ways = { renamed: RenamedFiles, mounted: MountedFiles };

interface Change {
  files: ReplacedFiles;
  to: Record<string, string>;
}
/** What is replaced once the server is up. */
const changes: Change[] = [];

function files(
  way: keyof typeof ways,
  name: string,
  from: Record<string, string>,
  to: Record<string, string>,
) {
  const made = new ways[way](join(directory, name), from);
  changes.push({ files: made, to });
  return made;
}

const pair = ({ certificate, privateKey }: Identity) => ({ 'tls.crt': certificate, 'tls.key': privateKey });

let authority: Identity;
const serving = (name: string): Promise<Identity> =>
  issueServing(
    authority,
    name,
    { dnsNames: ['localhost', 'named.example'], addresses: ['127.0.0.1'] },
    testValidity(),
  );
const client = (signer: Identity, commonName: string): Promise<Identity> =>
  issueClient(signer, { commonName }, testValidity());

let etcd: Etcd;
let kv: Kv;
let agent: NodeAgent;
let webhook: TestHttpsServer;
let extension: ExtensionServer;
let server: TestServer;
let identities: Record<'user' | 'laterUser' | 'front' | 'laterFront', Identity>;

beforeAll(async () => {
  authority = await makeAuthority('ca', testValidity());
  writeFileSync(join(directory, 'ca.crt'), authority.certificate);
  const [users, laterUsers, fronts, laterFronts] = await Promise.all(
    ['users', 'later-users', 'fronts', 'later-fronts'].map((name) => makeAuthority(name, testValidity())),
  );
  identities = {
    user: await client(users!, 'user'),
    laterUser: await client(laterUsers!, 'user'),
    front: await client(fronts!, 'front'),
    laterFront: await client(laterFronts!, 'front'),
  };
  const own = (name: string): Promise<Identity> => client(authority, name);
  const swapped = async (way: keyof typeof ways, name: string, make: (name: string) => Promise<Identity>) =>
    files(way, name, pair(await make(`old-${name}`)), pair(await make(`new-${name}`)));
  etcd = await startEtcd({ members: 1 });
  kv = await openEtcd({ endpoints: etcd.endpoints });
  agent = await NodeAgent.start(authority, authority.certificate, {
    respond: (_, response) => void response.end('well'),
    upgrade: (_, socket) => socket.destroy(),
  });
  webhook = await TestHttpsServer.start(() => ({ body: {} }), { clientAuthority: authority.certificate });
  extension = await ExtensionServer.start();
  extension.intercept = (_, response) => void response.end('{}');

  const standard = await swapped('mounted', 'serving', serving);
  const named = await swapped('renamed', 'named', serving);
  const kubelet = await swapped('mounted', 'kubelet', own);
  const proxy = await swapped('renamed', 'proxy', own);
  const toWebhook = await swapped('mounted', 'webhook', own);
  const clientCa = files('mounted', 'users', { ca: users!.certificate }, { ca: laterUsers!.certificate });
  const frontCa = files('renamed', 'fronts', { ca: fronts!.certificate }, { ca: laterFronts!.certificate });
  const keys = (...names: string[]) => ({
    config: JSON.stringify(configuration(['secrets'], aescbc(...names))),
  });
  const encryption = files('mounted', 'encryption', keys('1'), keys('2', '1'));
  const kubeconfig = join(directory, 'webhook.kubeconfig');
  writeFileSync(join(directory, 'webhook-ca.crt'), webhook.authority.certificate);
  writeFileSync(kubeconfig, JSON.stringify(configOf(webhook, toWebhook)));
  server = await TestServer.start({
    directory,
    flags: [
      ...[
        `--tls-cert-file=${standard.path('tls.crt')}`,
        `--tls-private-key-file=${standard.path('tls.key')}`,
      ],
      `--tls-sni-cert-key=${named.path('tls.crt')},${named.path('tls.key')}:named.example`,
      `--client-ca-file=${clientCa.path('ca')}`,
      ...[
        `--requestheader-client-ca-file=${frontCa.path('ca')}`,
        '--requestheader-username-headers=X-Remote-User',
      ],
      `--kubelet-client-certificate=${kubelet.path('tls.crt')}`,
      `--kubelet-client-key=${kubelet.path('tls.key')}`,
      `--kubelet-certificate-authority=${join(directory, 'ca.crt')}`,
      ...[
        `--proxy-client-cert-file=${proxy.path('tls.crt')}`,
        `--proxy-client-key-file=${proxy.path('tls.key')}`,
      ],
      `--authentication-token-webhook-config-file=${kubeconfig}`,
      `--encryption-provider-config=${encryption.path('config')}`,
      ...['--encryption-provider-config-automatic-reload', '--allow-local-node-addresses'],
      `--audit-policy-file=${auditPolicy(directory, { rules: [{ level: 'Metadata' }] })}`,
      `--audit-log-path=${join(directory, 'audit.log')}`,
      ...['--anonymous-auth=false', '--authorization-mode=AlwaysAllow'],
      `--etcd-servers=${etcd.endpoints[0]}`,
    ],
  });
  await server.client.post('/api/v1/nodes', { metadata: { name: 'near' } });
  await server.client.put('/api/v1/nodes/near/status', {
    ...(await server.client.get('/api/v1/nodes/near')).body,
    status: {
      addresses: [{ type: 'InternalIP', address: '127.0.0.1' }],
      daemonEndpoints: { kubeletEndpoint: { Port: agent.port } },
    },
  });
  await server.client.post('/api/v1/namespaces/kube-system/services', {
    metadata: { name: 'metrics' },
    spec: { type: 'ExternalName', externalName: 'localhost', ports: [{ port: extension.port }] },
  });
  await extension.announce(server.client, 'v1beta1', 'metrics.k8s.io');
}, 60_000);

afterAll(async () => {
  await server?.stop();
  await Promise.all([
    kv?.close(),
    agent?.[Symbol.asyncDispose](),
    webhook?.close(),
    extension?.[Symbol.asyncDispose](),
  ]);
  await etcd?.stop();
  rmSync(directory, { recursive: true, force: true });
});

const configOf = ({ url }: TestHttpsServer, identity: ReplacedFiles): object => ({
  apiVersion: 'v1',
  kind: 'Config',
  'current-context': 'webhook',
  clusters: [{ name: 'webhook', cluster: { server: url, 'certificate-authority': 'webhook-ca.crt' } }],
  users: [
    {
      name: 'apiserver',
      user: { 'client-certificate': identity.path('tls.crt'), 'client-key': identity.path('tls.key') },
    },
  ],
  contexts: [{ name: 'webhook', context: { cluster: 'webhook', user: 'apiserver' } }],
});

/** The common name of the certificate that a client gets who asks for a name. */
function shown(servername: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(
      { host: '127.0.0.1', port: server.port, servername, rejectUnauthorized: false },
      () => {
        resolve(String(socket.getPeerCertificate().subject.CN));
        socket.destroy();
      },
    );
    socket.once('error', reject);
  });
}

/** Whether a client with this certificate is let in. */
async function isKnown(
  { certificate, privateKey }: Identity,
  headers: Record<string, string> = {},
): Promise<boolean> {
  const ca = readFileSync(join(directory, 'ca.crt'));
  const own = server.connect({
    agent: new Agent({ ca, cert: certificate, key: privateKey, keepAlive: false }),
  });
  const { status } = await own.get('/api/v1/namespaces', { headers });
  own.close();
  return status === 200;
}

const remoteUser = { 'x-remote-user': 'jane' };
let tokens = 0;

/** What the outside sees of each file: `old` before it is replaced, `new` afterwards. */
const effects: Record<string, () => Promise<unknown>> = {
  '--tls-cert-file': () => shown('localhost'),
  '--tls-sni-cert-key': () => shown('named.example'),
  '--client-ca-file': async () =>
    `${(await isKnown(identities.user)) ? 'old' : ''}${(await isKnown(identities.laterUser)) ? 'new' : ''}-users`,
  '--requestheader-client-ca-file': async () => {
    const isOld = await isKnown(identities.front, remoteUser);
    return `${isOld ? 'old' : ''}${(await isKnown(identities.laterFront, remoteUser)) ? 'new' : ''}-fronts`;
  },
  '--kubelet-client-certificate': async () => {
    expect((await server.client.get('/api/v1/nodes/near/proxy/healthz')).text).toBe('well');
    return agent.last.client;
  },
  '--proxy-client-cert-file': async () => {
    await server.client.get('/apis/metrics.k8s.io/v1beta1/nodes');
    return extension.passedOn.at(-1)?.client;
  },
  'the certificate of a webhook configuration': async () => {
    const unknown = server.connect({ token: `unknown-${++tokens}` });
    await unknown.get('/api');
    unknown.close();
    return webhook.calls.at(-1)?.client;
  },
  '--encryption-provider-config': async () => {
    const name = `s${++tokens}`;
    await server.client.post(secrets, secret(name, 'text'));
    const { item } = await kv.get(`/registry/secrets/default/${name}`);
    const key = /^k8s:enc:aescbc:v1:(key\d):/.exec(item!.value.toString('latin1'))?.[1];
    return `${key === 'key1' ? 'old' : key === 'key2' ? 'new' : key}-encryption`;
  },
};

describe('a file that is replaced', () => {
  it('all are in use', async () => {
    for (const [name, effect] of Object.entries(effects))
      expect(`${name}: ${await effect()}`).toMatch(/: old-/);
  });

  it('is in force without a restart, within its time', async () => {
    const tokenFile = join(directory, 'tokens.csv');
    writeFileSync(tokenFile, readFileSync(tokenFile, 'utf8').replace('admin-token', 'other-token'));
    auditPolicy(directory, { rules: [{ level: 'None' }] });
    for (const { files, to } of changes) files.replace(to);
    const begun = performance.now();
    const took: Record<string, number> = {};
    await Promise.all(
      Object.entries(effects).map(async ([name, effect]) => {
        await until(async () => {
          await new Promise((resolve) => setTimeout(resolve, 250));
          return String(await effect()).startsWith('new-');
        }, inTime).catch((error: Error) => {
          throw new Error(`${name}: ${error.message}`);
        });
        took[name] = Math.round((performance.now() - begun) / 1000);
      }),
    );
    for (const name of [
      '--tls-cert-file',
      '--tls-sni-cert-key',
      '--client-ca-file',
      '--requestheader-client-ca-file',
    ])
      expect(took[name]).toBeLessThanOrEqual(60);
    // Those are read once: who has no token any more is out after a restart.
    const other = server.connect({ token: 'other-token' });
    expect((await other.get('/api/v1/namespaces')).status).toBe(401);
    expect((await server.client.get('/api/v1/namespaces')).status).toBe(200);
    const logged = readFileSync(join(directory, 'audit.log'), 'utf8').length;
    await server.client.get('/api/v1/namespaces/last');
    await until(() => readFileSync(join(directory, 'audit.log'), 'utf8').length > logged);
    other.close();
  }, 120_000);

  it('that cannot be used leaves what was in force', async () => {
    for (const { files, to } of changes)
      files.replace(Object.fromEntries(Object.keys(to).map((name) => [name, 'garbage'])));
    await new Promise((resolve) => setTimeout(resolve, 12_000));
    for (const [name, effect] of Object.entries(effects))
      expect(`${name}: ${await effect()}`).toMatch(/: new-/);
  });
});

describe('the client certificate for etcd', () => {
  const short = 25_000;

  it('that was replaced lets the server in again when the one of before has expired', async () => {
    const folder = join(directory, 'secured');
    const ca = await makeAuthority('etcd-ca', testValidity());
    const names = { dnsNames: ['localhost'], addresses: ['127.0.0.1'] };
    const member = await issueServing(ca, 'member', names, testValidity());
    const notAfter = new Date(Date.now() + short);
    const early = await issueClient(ca, { commonName: 'server' }, { ...testValidity(), notAfter });
    const late = await client(ca, 'server');
    const own = new RenamedFiles(folder, { ...pair(early), ca: ca.certificate });
    const tls = new RenamedFiles(join(folder, 'member'), pair(member));
    const secured = await startEtcd({
      members: 1,
      tls: { caFile: own.path('ca'), certFile: tls.path('tls.crt'), keyFile: tls.path('tls.key') },
    });
    const using = await TestServer.start({
      flags: [
        ...[`--etcd-servers=${secured.endpoints[0]}`, `--etcd-cafile=${own.path('ca')}`],
        ...[`--etcd-certfile=${own.path('tls.crt')}`, `--etcd-keyfile=${own.path('tls.key')}`],
      ],
    });
    try {
      own.replace(pair(late));
      await until(() => Date.now() > notAfter.getTime() + 1_000);
      await secured.kill(0);
      await secured.restart(0);
      await until(
        async () =>
          (await using.client.post('/api/v1/namespaces', { metadata: { name: 'n' } })).status === 201,
      );
    } finally {
      await using.remove();
      await secured.stop();
    }
  }, 120_000);
});
