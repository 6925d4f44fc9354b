import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';

const group = 'things.example.com';
const apiVersion = `${group}/v1`;
const verbs = ['get', 'list', 'watch', 'delete', 'patch'];

interface Thing {
  apiVersion: string;
  kind: string;
  metadata: {
    name: string;
    namespace: string;
    uid: string;
    resourceVersion: string;
    ownerReferences: object[];
  };
}

/** An API whose objects an extension server keeps itself: things of namespaces, which can be listed, watched and deleted. */
export class ThingsApi {
  readonly #things = new Map<string, Thing>();
  readonly #watches = new Set<ServerResponse>();
  #version = 1;

  add(name: string, ownerReferences: object[]): Thing {
    const resourceVersion = String(++this.#version);
    const metadata = { name, namespace: 'default', uid: randomUUID(), resourceVersion, ownerReferences };
    const thing = { apiVersion, kind: 'Thing', metadata };
    this.#things.set(name, thing);
    this.#tell('ADDED', thing);
    return thing;
  }

  get names(): string[] {
    return [...this.#things.keys()];
  }

  /** Watches that are open. */
  get watches(): number {
    return this.#watches.size;
  }

  readonly respond = ({ method, url }: IncomingMessage, response: ServerResponse): void => {
    const { pathname, searchParams } = new URL(url!, 'https://a.example');
    const [, , , version, ...rest] = pathname.split('/');
    const name = rest[0] === 'namespaces' ? rest[3] : undefined;
    if (version === undefined || rest.length === 0) return send(response, discovery);
    if (name !== undefined) return this.#answerOne(name, method!, response);
    if (searchParams.get('watch') === 'true') return this.#watch(response);
    const metadata = { resourceVersion: String(this.#version) };
    send(response, { kind: 'ThingList', apiVersion, metadata, items: [...this.#things.values()] });
  };

  #answerOne(name: string, method: string, response: ServerResponse): void {
    const thing = this.#things.get(name);
    if (thing === undefined) return send(response, notFound(name), 404);
    if (method === 'DELETE') {
      this.#things.delete(name);
      this.#tell('DELETED', thing);
    }
    send(response, thing);
  }

  #watch(response: ServerResponse): void {
    response.writeHead(200, { 'content-type': 'application/json' }).flushHeaders();
    this.#watches.add(response);
    response.once('close', () => this.#watches.delete(response));
  }

  #tell(type: string, thing: Thing): void {
    thing.metadata.resourceVersion = String(++this.#version);
    for (const response of this.#watches) response.write(`${JSON.stringify({ type, object: thing })}\n`);
  }
}

function send(response: ServerResponse, body: object, code = 200): void {
  response.writeHead(code, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}

const discovery = {
  kind: 'APIResourceList',
  apiVersion: 'v1',
  groupVersion: apiVersion,
  resources: [{ name: 'things', singularName: 'thing', namespaced: true, kind: 'Thing', verbs }],
};

const notFound = (name: string): object => ({
  kind: 'Status',
  apiVersion: 'v1',
  metadata: {},
  status: 'Failure',
  reason: 'NotFound',
  code: 404,
  message: `things.${group} "${name}" not found`,
  details: { name, group, kind: 'things' },
});
