import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Dialect } from '../../../src/api/meta/dialect.ts';
import { parseLabelSelector } from '../../../src/api/selectors/label-selector.ts';
import type { TestServer } from '../server.ts';
import { until } from '../until.ts';
import type { ExtensionServer } from './extension-server.ts';

interface Measured {
  metadata: { name: string; namespace?: string; labels?: Record<string, string> };
}

const times = { timestamp: '2030-01-01T00:00:00Z', window: '30s' };
const podUsage = (namespace: string, name: string, labels: Record<string, string>, containers: object) => ({
  metadata: { name, namespace, labels },
  ...times,
  containers: Object.entries(containers).map(([one, usage]) => ({ name: one, usage })),
});
const nodeUsage = (name: string, usage: object) => ({
  metadata: { name, labels: { zone: name } },
  ...times,
  usage,
});

const measured: Readonly<Record<string, readonly Measured[]>> = {
  pods: [
    podUsage('default', 'web-0', { app: 'web' }, { web: { cpu: '250m', memory: '64Mi' } }),
    podUsage(
      'default',
      'web-1',
      { app: 'web' },
      {
        side: { cpu: '1500u', memory: '900Ki' },
        web: { cpu: '120500000n', memory: '130Mi' },
      },
    ),
    podUsage('default', 'store-0', { app: 'store' }, { store: { cpu: '2', memory: '3Gi' } }),
    podUsage('other', 'batch', {}, { run: { cpu: '10m', memory: '5Mi' } }),
  ],
  nodes: [
    nodeUsage('near', { cpu: '812345678n', memory: '2000Mi' }),
    nodeUsage('far', { cpu: '3', memory: '1Gi' }),
  ],
};

/** Figures of pods and nodes, in place of what the extension server has of its own, in either dialect. */
export function serveUsage(extension: ExtensionServer, { api }: Dialect): void {
  const groupVersion = `metrics.${api}/v1beta1`;
  extension.intercept = (request, response) => answer(request, response, groupVersion);
}

/** Makes the Service and the APIService by which the server finds the extension server, and waits until it is available. */
export async function registerUsage(
  extension: ExtensionServer,
  { client }: TestServer,
  { api, prefix }: Dialect,
): Promise<void> {
  const [group, service] = [`metrics.${api}`, { namespace: `${prefix}-system`, name: 'metrics' }];
  const ports = [{ port: extension.port }];
  await client.post(`/api/v1/namespaces/${service.namespace}/services`, {
    metadata: { name: service.name },
    spec: { type: 'ExternalName', externalName: 'localhost', ports },
  });
  const path = `/apis/apiregistration.${api}/v1/apiservices`;
  const spec = {
    group,
    version: 'v1beta1',
    groupPriorityMinimum: 100,
    versionPriority: 100,
    service: { ...service, port: extension.port },
    insecureSkipTLSVerify: true,
  };
  await client.post(path, { metadata: { name: `v1beta1.${group}` }, spec });
  await until(async () => {
    const { body } = await client.get(`${path}/v1beta1.${group}`);
    return body.status.conditions?.[0].status === 'True';
  });
}

function answer({ url }: IncomingMessage, response: ServerResponse, apiVersion: string): void {
  const { pathname, searchParams } = new URL(url!, 'https://a.example');
  const [, ...rest] = pathname.split(`/apis/${apiVersion}`);
  const words = (rest[0] ?? '').split('/').filter((word) => word !== '');
  const namespace = words[0] === 'namespaces' ? words[1] : undefined;
  const [resource = '', name] = namespace === undefined ? words : words.slice(2);
  const selector = parseLabelSelector(searchParams.get('labelSelector') ?? '');
  const items = (measured[resource] ?? []).filter(
    ({ metadata }) =>
      (namespace === undefined || metadata.namespace === namespace) &&
      selector.matches(metadata.labels ?? {}),
  );
  const kind = resource === 'nodes' ? 'NodeMetrics' : 'PodMetrics';
  if (rest.length === 0) return send(response, { paths: [] });
  if (words.length === 0) return send(response, discovery(apiVersion));
  if (name === undefined) return send(response, { kind: `${kind}List`, apiVersion, metadata: {}, items });
  const found = items.find(({ metadata }) => metadata.name === name);
  if (found !== undefined) return send(response, { kind, apiVersion, ...found });
  const details = { name, group: apiVersion.split('/')[0], kind: resource };
  const message = `${resource}.${details.group} "${name}" not found`;
  const status = { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', details };
  send(response, { ...status, reason: 'NotFound', code: 404, message }, 404);
}

const discovery = (groupVersion: string): object => ({
  kind: 'APIResourceList',
  apiVersion: 'v1',
  groupVersion,
  resources: [
    { name: 'nodes', singularName: '', namespaced: false, kind: 'NodeMetrics', verbs: ['get', 'list'] },
    { name: 'pods', singularName: '', namespaced: true, kind: 'PodMetrics', verbs: ['get', 'list'] },
  ],
});

function send(response: ServerResponse, body: object, code = 200): void {
  response.writeHead(code, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}
