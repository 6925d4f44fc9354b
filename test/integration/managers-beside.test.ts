import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Manager } from '../failover/managers.ts';
import { AuditTail, type Write, writeOf } from '../failover/writes.ts';
import { auditPolicy } from '../support/audit.ts';
import { OpenSsl } from '../support/openssl.ts';
import { TestServer } from '../support/server.ts';
import { until } from '../support/until.ts';

/** Two managers with disjoint controllers, each with a Lease of its own: an operator's way to replace some of them. */
const controllers = {
  accounts: 'serviceaccount,serviceaccount-token,root-ca-cert-publisher,clusterrole-aggregation',
  rest: '*,-serviceaccount,-serviceaccount-token,-root-ca-cert-publisher,-clusterrole-aggregation',
};
/** Seconds without a write after which nothing is done any more. */
const quiet = 3;
const rbac = '/apis/rbac.authorization.k8s.io/v1/clusterroles';

let server: TestServer;
let audit: AuditTail;
let managers: Manager[];
beforeAll(async () => {
  const directory = mkdtempSync(join(tmpdir(), 'beside-'));
  const log = join(directory, 'audit.log');
  writeFileSync(log, '');
  const users = Object.keys(controllers);
  const rules = [
    { level: 'None', verbs: ['get', 'list', 'watch'] },
    { level: 'RequestResponse', users },
    { level: 'None' },
  ];
  const policy = auditPolicy(directory, { omitStages: ['RequestReceived'], rules });
  server = await TestServer.start({
    directory,
    flags: [`--audit-policy-file=${policy}`, `--audit-log-path=${log}`],
  });
  audit = new AuditTail(log);
  const openSsl = new OpenSsl(join(directory, 'openssl'));
  managers = Object.entries(controllers).map(([name, list]) => {
    const flags = [`--controllers=${list}`, `--leader-elect-resource-name=${name}`];
    return new Manager({ server, openSsl, name, flags });
  });
});
afterAll(async () => {
  for (const manager of managers) await manager.kill();
  audit[Symbol.dispose]();
  await server.remove();
});

async function create(path: string, object: object): Promise<any> {
  const { status, body, text } = await server.client.post(path, object);
  expect(status, text).toBe(201);
  return body;
}

const read = async (path: string): Promise<any> => {
  const { status, body } = await server.client.get(path);
  return status === 200 ? body : undefined;
};

/** What the managers wrote, without their Leases. */
function written(): Write[] {
  audit.read();
  return audit.events
    .map(writeOf)
    .filter((write) => write !== undefined)
    .filter(({ holder }) => holder === undefined);
}

/** Resolves when no manager has written anything for a while: nothing goes back and forth between them. */
const atRest = async (): Promise<void> => {
  await until(async () => {
    const before = written().length;
    await delay(quiet * 1_000);
    return written().length === before;
  }, 60);
};

async function work(): Promise<void> {
  for (const name of ['kept', 'removed']) await create('/api/v1/namespaces', { metadata: { name } });
  await create('/api/v1/namespaces/kept/resourcequotas', {
    metadata: { name: 'quota' },
    spec: { hard: { configmaps: '10' } },
  });
  const configMaps = '/api/v1/namespaces/kept/configmaps';
  const owner = await create(configMaps, { metadata: { name: 'owner' } });
  const { name, uid } = owner.metadata;
  const ownerReferences = [{ apiVersion: 'v1', kind: 'ConfigMap', name, uid }];
  await create(configMaps, { metadata: { name: 'dependent', ownerReferences } });
  const clusterRoleSelectors = [{ matchLabels: { collected: 'yes' } }];
  await create(rbac, { metadata: { name: 'whole' }, aggregationRule: { clusterRoleSelectors } });
  const rules = [{ apiGroups: [''], resources: ['pods'], verbs: ['get'] }];
  await create(rbac, { metadata: { name: 'part', labels: { collected: 'yes' } }, rules });
  await until(async () => (await read('/api/v1/namespaces/removed/serviceaccounts/default'))?.secrets);
  await server.client.delete('/api/v1/namespaces/removed');
  await server.client.delete(`${configMaps}/owner`);
}

it('two managers with different controllers do not fight: all is done once, and then there is rest', async () => {
  for (const manager of managers) manager.start();
  await until(() => managers.every(({ log }) => log.includes('became leader')));
  await work();
  await until(async () => (await read('/api/v1/namespaces/removed')) === undefined);
  await until(async () => (await read('/api/v1/namespaces/kept/configmaps/dependent')) === undefined);
  await until(async () => (await read(`${rbac}/whole`)).rules?.length === 1);
  const quota = '/api/v1/namespaces/kept/resourcequotas/quota';
  // The root authority alone is left.
  await until(async () => (await read(quota)).status.used?.configmaps === '1');
  await atRest();

  const { secrets } = await read('/api/v1/namespaces/kept/serviceaccounts/default');
  const tokens = (await read('/api/v1/namespaces/kept/secrets')).items;
  expect(tokens.map(({ metadata }: any) => metadata.name)).toEqual([secrets[0].name]);

  const accepted = written().filter(({ status, what }) => status < 300 && /kept|removed|whole/.test(what));
  const changes = (actor: string): string[] => [
    ...new Set(
      accepted
        .filter((write) => write.actor === actor && write.revision !== undefined)
        .map(({ verb, what }) => `${verb} ${what.replace(/token-\w+/, 'token')}`),
    ),
  ];
  const made = ['kept', 'removed'].flatMap((namespace) => [
    `create configmaps ${namespace}/kube-root-ca.crt`,
    `create serviceaccounts ${namespace}/default`,
    `create secrets ${namespace}/default-token`,
    `update serviceaccounts ${namespace}/default`,
  ]);
  expect(changes('accounts').sort()).toEqual(expect.arrayContaining(made.sort()));
  expect(changes('accounts').filter((change) => !made.includes(change))).toEqual([
    expect.stringMatching(/^(patch|update) clusterroles whole$/),
  ]);
  // The server counts a quota too: there may be nothing left to write for its controller.
  const changed = new Set(changes('rest').map((change) => change.split(' ')[1]));
  changed.delete('resourcequotas/status');
  expect([...changed]).toEqual(['namespaces/status']);
  // The write with which the namespace is gone has no version of its own.
  expect(accepted.filter(({ what }) => what.startsWith('namespaces/finalize '))).toHaveLength(1);
  const creations = accepted.filter(({ verb }) => verb === 'create').map(({ what }) => what);
  expect(creations).toHaveLength(new Set(creations).size);
  // A quota is counted anew with each change, a namespace says how far its deletion is: a few times, not for ever.
  const counts = Map.groupBy(accepted, ({ what }) => what);
  expect([...counts].filter(([, writes]) => writes.length > 6)).toEqual([]);
}, 120_000);
