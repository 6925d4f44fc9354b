import { readFileSync } from 'node:fs';
import { parseAllDocuments } from 'yaml';
import type { Dialect } from '../../../../src/api/meta/dialect.ts';
import type { Answer, ApiClient } from '../../../support/api-client.ts';
import { base64, requestPem } from '../../../support/unit/certificate-requests.ts';

interface TestObject {
  apiVersion: string;
  kind: string;
  metadata: { name: string; namespace?: string; uid?: string };
  status?: object;
}

/** Where the objects are. */
export const namespace = 'described';

/** Files with the words of Kubernetes; in each an object with much in it and one with little of several kinds. */
const subjects = ['common', 'template', 'volumes', 'storage', 'network', 'workloads', 'limits', 'access'];

const clusterScoped = new Set([
  ...['PersistentVolume', 'StorageClass', 'CSINode', 'CSIDriver', 'IngressClass', 'ClusterRole', 'Node'],
  ...['ClusterRoleBinding', 'CertificateSigningRequest', 'PodSecurityPolicy', 'PriorityClass'],
]);

/** Makes the objects with their statuses, and an event about each that is called `rich`. */
export async function makeObjects(client: ApiClient, { api, label }: Dialect): Promise<void> {
  checked(await client.post('/api/v1/namespaces', { metadata: { name: namespace } }));
  const requests = await requestTexts();
  // Pods of a ReplicaSet need to know it, say.
  const uids: Record<string, string> = {};
  for (const subject of subjects) {
    const yaml = readFileSync(new URL(`${subject}.yaml`, import.meta.url), 'utf8');
    const text = yaml.replaceAll('k8s.io', api).replaceAll('kubernetes.io', label);
    for (const document of parseAllDocuments(text)) {
      const values: Readonly<Record<string, string>> = { ...requests, ...uids };
      const object = JSON.parse(JSON.stringify(document), (_key, value) => values[value] ?? value);
      const { kind, metadata } = await makeObject(client, object);
      if (metadata.name === 'rich') uids[`UID-OF-${kind}`] = metadata.uid ?? '';
    }
  }
}

async function makeObject(client: ApiClient, object: TestObject): Promise<TestObject> {
  const { apiVersion, kind, metadata, status } = object;
  const path = pathOf(object);
  const made: TestObject = checked(await client.post(path, object)).body;
  if (status !== undefined) {
    const headers = { 'content-type': 'application/merge-patch+json' };
    checked(await client.send('PATCH', `${path}/${metadata.name}/status`, { headers, body: { status } }));
  }
  if (metadata.name === 'rich') await makeEvent(client, { apiVersion, kind, metadata: made.metadata });
  return { apiVersion, kind, metadata: made.metadata };
}

function pathOf({ apiVersion, kind }: TestObject): string {
  const plural = `${kind.toLowerCase()}s`.replace(/sss$/, 'sses').replace(/tss$/, 'ts').replace(/ys$/, 'ies');
  const within = clusterScoped.has(kind) ? '' : `/namespaces/${namespace}`;
  return `/${apiVersion.includes('/') ? 'apis' : 'api'}/${apiVersion}${within}/${plural}`;
}

async function makeEvent(client: ApiClient, { apiVersion, kind, metadata }: TestObject): Promise<void> {
  const { name, uid, namespace: where = '' } = metadata;
  const event = {
    apiVersion: 'v1',
    kind: 'Event',
    metadata: { name: `of-${kind.toLowerCase()}` },
    involvedObject: { apiVersion, kind, name, uid, namespace: where },
    type: 'Warning',
    reason: 'Failed',
    message: 'no luck ',
    source: { component: 'scheduler' },
    firstTimestamp: '2026-01-01T00:00:00Z',
    lastTimestamp: '2026-01-02T00:00:00Z',
  };
  // Those about objects without a namespace stand in the default one.
  const path = `/api/v1/namespaces/${where || 'default'}/events`;
  checked(await client.post(path, event));
  if (kind !== 'Node') return;
  // The node's agent names the node for want of its uid.
  checked(
    await client.post(path, {
      ...event,
      metadata: { name: 'of-agent' },
      reason: 'Started',
      involvedObject: { ...event.involvedObject, uid: name },
    }),
  );
}

/** By the words that stand for them in the files. */
async function requestTexts(): Promise<Record<string, string>> {
  const subject = ['C=XX', 'ST=Province', 'L=Town', 'O=one', 'O=two', 'OU=unit', 'CN=robot.example'].map(
    (pair) => {
      const [type = '', value = ''] = pair.split('=');
      return { [type]: [value] };
    },
  );
  const rich = await requestPem({
    subject,
    names: [
      { type: 'dns', value: 'a.example' },
      { type: 'dns', value: 'b.example' },
      { type: 'ip', value: '10.0.0.1' },
      { type: 'ip', value: '2001:db8::1' },
      { type: 'email', value: 'm@a.example' },
      { type: 'url', value: 'spiffe://a.example/x' },
    ],
  });
  const sparse = await requestPem({ commonName: 'robot' });
  return { 'REQUEST-RICH': base64(rich), 'REQUEST-SPARSE': base64(sparse) };
}

function checked(answer: Answer): Answer {
  if (answer.status >= 300) throw new Error(answer.text);
  return answer;
}
