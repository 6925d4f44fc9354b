import { dialects } from '../../../src/api/meta/dialect.ts';
import { onConnection } from '../compare.ts';
import { RequestWriter } from '../http-client.ts';
import { expect, inLanes, loadPods, makeNamespaces } from '../load.ts';
import { loadNamespaces } from '../pods.ts';
import type { Server } from '../server.ts';
import { runGet } from './reads.ts';
import type { Row, Scenario } from './workload.ts';

const bindings = 10_000;
const account = 'reader';
const home = loadNamespaces[0]!;

/** The words of a server of ours that was not told to speak others. */
const { api } = dialects[0]!;
const rbac = `rbac.authorization.${api}`;

/**
 * Gets by a service account that may do little else, among very many bindings that do not name it, against gets by
 * an admin of whom nothing is asked: what it costs to find out who asks, and whether they may.
 */
export const authorizedScenario: Scenario = {
  name: 'authorized',
  run: async (settings, startFresh) => {
    const subject = await startFresh((keyFile) => [
      '--authorization-mode=Node,RBAC',
      `--service-account-signing-key-file=${keyFile}`,
    ]);
    try {
      await makeNamespaces(subject.endpoint);
      await loadPods(subject.endpoint, 0, settings.pods);
      await bindOthers(subject);
      const bench = { settings, subject, plain: undefined };
      const asAccount = { ...bench, subject: await readerOf(subject) };
      // The first of each kind is compiled at its own expense.
      await runGet(bench, settings.pods);
      const admin = await runGet(bench, settings.pods);
      const reader = await runGet(asAccount, settings.pods);
      return [
        { ...admin, workload: 'get by an admin' },
        { ...reader, workload: `get, ${bindings} bindings`, notes: [difference(admin, reader)] },
      ];
    } finally {
      await subject.stop();
    }
  },
};

async function bindOthers({ endpoint }: Server): Promise<void> {
  const writer = new RequestWriter(endpoint);
  await inLanes(endpoint, 0, bindings, async (connection, i) => {
    const namespace = loadNamespaces[i % loadNamespaces.length]!;
    const binding = roleBinding(`other-${i}`, { apiGroup: rbac, kind: 'User', name: `user-${i}` });
    expect(await connection.send(writer.write('POST', bindingsIn(namespace), binding), 1_000), 201);
  });
}

/** The same server, as seen by an account that may get pods of the load. */
async function readerOf(subject: Server): Promise<Server> {
  const { endpoint } = subject;
  const writer = new RequestWriter(endpoint);
  const token = await onConnection(subject, async (connection) => {
    const make = async (path: string, object: object) => {
      const answer = await connection.send(writer.write('POST', path, object), 10_000);
      expect(answer, 201);
      return JSON.parse(answer.body);
    };
    const rules = [{ apiGroups: [''], resources: ['pods'], verbs: ['get'] }];
    await make(`/apis/${rbac}/v1/clusterroles`, { metadata: { name: account }, rules });
    const accounts = `/api/v1/namespaces/${home}/serviceaccounts`;
    await make(accounts, { metadata: { name: account } });
    for (const namespace of loadNamespaces) {
      const subjectOfBinding = { kind: 'ServiceAccount', namespace: home, name: account };
      await make(bindingsIn(namespace), roleBinding(account, subjectOfBinding));
    }
    return (await make(`${accounts}/${account}/token`, { spec: { expirationSeconds: 86_400 } })).status.token;
  });
  return { endpoint: { ...endpoint, authorization: `Bearer ${token}` }, meter: subject.meter };
}

const bindingsIn = (namespace: string): string => `/apis/${rbac}/v1/namespaces/${namespace}/rolebindings`;

const roleBinding = (name: string, subject: object): object => ({
  metadata: { name },
  roleRef: { apiGroup: rbac, kind: 'ClusterRole', name: account },
  subjects: [subject],
});

function difference(admin: Row, reader: Row): string {
  const microseconds = (reader.subject.cpu - admin.subject.cpu) * 1_000;
  return `${microseconds.toFixed(1)} µs CPU a request more than an admin's`;
}
