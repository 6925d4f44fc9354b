import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent } from 'node:https';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApiClient } from '../support/api-client.ts';
import { type Etcd, startEtcd } from '../support/etcd.ts';
import { Pki } from '../support/pki.ts';
import { until } from '../support/until.ts';

const program = new URL('../../dist/commands/apiserver.js', import.meta.url).pathname;

/** The command of the static pod as the installer writes it; only the program's name is not of this server. */
const of123 = `
kube-apiserver
--advertise-address=192.168.0.10
--allow-privileged=true
--authorization-mode=Node,RBAC
--client-ca-file=/etc/kubernetes/pki/ca.crt
--enable-admission-plugins=NodeRestriction
--enable-bootstrap-token-auth=true
--etcd-cafile=/etc/kubernetes/pki/etcd/ca.crt
--etcd-certfile=/etc/kubernetes/pki/apiserver-etcd-client.crt
--etcd-keyfile=/etc/kubernetes/pki/apiserver-etcd-client.key
--etcd-servers=https://127.0.0.1:2379
--kubelet-client-certificate=/etc/kubernetes/pki/apiserver-kubelet-client.crt
--kubelet-client-key=/etc/kubernetes/pki/apiserver-kubelet-client.key
--kubelet-preferred-address-types=InternalIP,ExternalIP,Hostname
--proxy-client-cert-file=/etc/kubernetes/pki/front-proxy-client.crt
--proxy-client-key-file=/etc/kubernetes/pki/front-proxy-client.key
--requestheader-allowed-names=front-proxy-client
--requestheader-client-ca-file=/etc/kubernetes/pki/front-proxy-ca.crt
--requestheader-extra-headers-prefix=X-Remote-Extra-
--requestheader-group-headers=X-Remote-Group
--requestheader-username-headers=X-Remote-User
--secure-port=6443
--service-account-issuer=https://kubernetes.default.svc.cluster.local
--service-account-key-file=/etc/kubernetes/pki/sa.pub
--service-account-signing-key-file=/etc/kubernetes/pki/sa.key
--service-cluster-ip-range=10.96.0.0/12
--tls-cert-file=/etc/kubernetes/pki/apiserver.crt
--tls-private-key-file=/etc/kubernetes/pki/apiserver.key`;

const of120 = of123.replace(
  '--kubelet-client-certificate',
  '--insecure-port=0\n--kubelet-client-certificate',
);

const directory = mkdtempSync(join(tmpdir(), 'kubeadm-'));
const pki = new Pki(join(directory, 'pki'));
let etcd: Etcd;
let ca: string;
let admin: { cert: string; key: string };

beforeAll(async () => {
  const authority = await pki.authority('ca');
  const ofEtcd = await pki.authority('etcd/ca');
  const proxies = await pki.authority('front-proxy-ca');
  await pki.serving('apiserver', authority);
  await pki.serving('etcd/server', ofEtcd);
  const masters = ['system:masters'];
  await pki.client('apiserver-etcd-client', ofEtcd, {
    commonName: 'kube-apiserver-etcd-client',
    organizations: masters,
  });
  await pki.client('apiserver-kubelet-client', authority, {
    commonName: 'kube-apiserver-kubelet-client',
    organizations: masters,
  });
  await pki.client('front-proxy-client', proxies, { commonName: 'front-proxy-client' });
  await pki.tokenKeys();
  const user = await pki.client('admin', authority, {
    commonName: 'kubernetes-admin',
    organizations: masters,
  });
  ca = authority.certificate;
  admin = { cert: user.certificate, key: user.privateKey };
  const tls = {
    caFile: pki.path('etcd/ca.crt'),
    certFile: pki.path('etcd/server.crt'),
    keyFile: pki.path('etcd/server.key'),
  };
  etcd = await startEtcd({ members: 1, tls });
}, 60_000);

afterAll(async () => {
  await etcd.stop();
  rmSync(directory, { recursive: true, force: true });
});

/** A machine of a test has no /etc/kubernetes, and others on its ports: but for the release nothing else is changed. */
async function start(
  command: string,
  release: string,
): Promise<{ child: ChildProcess; client: ApiClient; output: string[] }> {
  const port = await freePort();
  const words = command
    .trim()
    .replaceAll('/etc/kubernetes/pki', pki.directory)
    .replace('https://127.0.0.1:2379', etcd.endpoints[0]!)
    .replace('--secure-port=6443', `--secure-port=${port}`)
    .split('\n');
  const all = [program, ...words.slice(1), `--emulated-version=${release}`];
  const child = spawn(process.execPath, all, { cwd: directory });
  const output: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => output.push(String(chunk)));
  await until(() => {
    if (child.exitCode !== null) throw new Error(output.join(''));
    return output.join('').includes(`serving on https://0.0.0.0:${port}`);
  });
  const client = new ApiClient(port, new Agent({ ca, ...admin, keepAlive: true }), undefined);
  return { child, client, output };
}

async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}

describe.each([
  ['1.20', of120],
  ['1.23', of123],
])(
  'the flags of a control plane that was installed as %s, word for word, and the release',
  (release, command) => {
    it('start a server that an administrator, a service account and a probe can use', async () => {
      const { child, client, output } = await start(command, release);
      try {
        expect((await client.get('/readyz')).status).toBe(200);
        const pod = {
          metadata: { name: 'p' },
          spec: { containers: [{ name: 'c', image: 'i', securityContext: { privileged: true } }] },
        };
        await client.post('/api/v1/namespaces/default/serviceaccounts', { metadata: { name: 'default' } });
        const made = await client.post('/api/v1/namespaces/default/pods?dryRun=All', pod);
        expect(made.status, made.text).toBe(201);
        const token = await client.post('/api/v1/namespaces/default/serviceaccounts/default/token', {
          spec: {},
        });
        expect(token.status, token.text).toBe(201);
        const claims = JSON.parse(Buffer.from(token.body.status.token.split('.')[1], 'base64url').toString());
        expect(claims.iss).toBe('https://kubernetes.default.svc.cluster.local');
        const endpoints = await client.get('/api/v1/namespaces/default/endpoints');
        expect(endpoints.text).toContain('192.168.0.10');
        expect(output.join('')).not.toContain('has no effect');
      } finally {
        client.close();
        child.kill('SIGTERM');
        if (child.exitCode === null) await once(child, 'exit');
      }
      expect(child.exitCode).toBe(0);
    });
  },
);
