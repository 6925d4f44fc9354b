import type { IncomingMessage, ServerResponse } from 'node:http';
import { parseRequestInfo } from '../../../src/api/request/request-info.ts';

const apiVersion = 'metrics.k8s.io/v1beta1';
const verbs = ['get', 'list', 'watch'];

const document = {
  kind: 'APIResourceList',
  apiVersion: 'v1',
  groupVersion: apiVersion,
  resources: [
    { name: 'nodes', singularName: '', namespaced: false, kind: 'NodeMetrics', verbs },
    { name: 'pods', singularName: '', namespaced: true, kind: 'PodMetrics', verbs },
  ],
};

const usage = { cpu: '250m', memory: '64Mi' };

/** The API of a metrics server: figures of nodes and pods that are always the same, and a watch that tells on demand. */
export class MetricsApi {
  /** A document of OpenAPI v2; undefined: there is none. */
  openApi: object | undefined;
  readonly #watches = new Set<ServerResponse>();

  /** The question that a SubjectAccessReview asks about a request. */
  attributesOf({ method = 'GET', url = '/' }: IncomingMessage): object {
    const info = parseRequestInfo(method, url);
    if ('error' in info || 'badRequest' in info) throw new Error(`what is ${url}?`);
    const { verb, group, version, resource, subresource, namespace, name, path } = info;
    if (!info.isResourceRequest) return { nonResourceAttributes: { path, verb } };
    return { resourceAttributes: { verb, group, version, resource, subresource, namespace, name } };
  }

  answer(request: IncomingMessage, response: ServerResponse): void {
    const { pathname, searchParams } = new URL(request.url!, 'https://a.example');
    if (searchParams.get('watch') === 'true') {
      response.writeHead(200, { 'content-type': 'application/json' }).flushHeaders();
      this.#watches.add(response);
      response.once('close', () => this.#watches.delete(response));
      return;
    }
    const body = this.#body(pathname);
    response.writeHead(body === undefined ? 404 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body ?? status(404)));
  }

  /** Watches that are open. */
  get watches(): number {
    return this.#watches.size;
  }

  /** Tells all watches of an event. */
  tell(event: object): void {
    for (const response of this.#watches) response.write(`${JSON.stringify(event)}\n`);
  }

  close(): void {
    for (const response of this.#watches) response.destroy();
  }

  #body(path: string): object | undefined {
    if (path === '/openapi/v2') return this.openApi;
    const [group, version, ...rest] = path.replace(/^\/apis\//, '').split('/');
    if (`${group}/${version}` !== apiVersion) return undefined;
    if (rest.length === 0) return document;
    const [resource, name] = rest[0] === 'namespaces' ? rest.slice(2) : rest;
    const items = resource === 'nodes' ? [nodeMetrics('near')] : [podMetrics('web')];
    if (name !== undefined) return items.find(({ metadata }) => metadata.name === name);
    return {
      kind: resource === 'nodes' ? 'NodeMetricsList' : 'PodMetricsList',
      apiVersion,
      metadata: {},
      items,
    };
  }
}

const times = { timestamp: '2030-01-01T00:00:00Z', window: '30s' };

const nodeMetrics = (name: string) => ({
  kind: 'NodeMetrics',
  apiVersion,
  metadata: { name },
  ...times,
  usage,
});

const podMetrics = (name: string) => ({
  kind: 'PodMetrics',
  apiVersion,
  metadata: { name, namespace: 'default' },
  ...times,
  containers: [{ name: 'app', usage }],
});

const status = (code: number) => ({
  kind: 'Status',
  apiVersion: 'v1',
  metadata: {},
  status: 'Failure',
  reason: 'NotFound',
  code,
  message: 'the server could not find the requested resource',
});
