import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import type { TLSSocket } from 'node:tls';
import { type Identity, issueServing, makeAuthority } from '../../../src/util/x509.ts';
import type { ApiClient } from '../api-client.ts';
import type { TestServer } from '../server.ts';
import { testValidity } from '../unit/https-server.ts';
import { until } from '../until.ts';
import { type Caller, DelegatedAccess } from './delegated-access.ts';
import { MetricsApi } from './metrics-api.ts';

export interface ExtensionCall {
  method: string;
  url: string;
  rawHeaders: string[];
  body: string;
  /** Common name of the certificate that was shown. */
  client: string | undefined;
}

export type Respond = (request: IncomingMessage, response: ServerResponse, caller: Caller) => unknown;

export interface ExtensionOptions {
  /** The Service by which it is known; its certificate is for that name. */
  service?: { namespace: string; name: string };
}

const account = 'metrics';

/**
 * A server of an API group of its own, for tests, as those that extend a cluster are: over HTTPS, with access
 * delegated to the API server, which passes requests on to it.
 */
export class ExtensionServer implements AsyncDisposable {
  readonly authority: Identity;
  readonly service: { namespace: string; name: string };
  readonly calls: ExtensionCall[] = [];
  readonly sockets = new Set<Duplex>();
  readonly metrics = new MetricsApi();
  /** What it does in place of serving its API; undefined: that. */
  respond: Respond | undefined;
  /** Takes calls before anything is looked at. */
  intercept: ((request: IncomingMessage, response: ServerResponse) => void) | undefined;
  upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => void = (_, socket) => socket.destroy();
  readonly #server: Server;
  #access: DelegatedAccess | undefined;
  #port = 0;

  private constructor(authority: Identity, server: Server, service: ExtensionServer['service']) {
    this.authority = authority;
    this.#server = server;
    this.service = service;
  }

  static async start({
    service = { namespace: 'kube-system', name: 'metrics' },
  }: ExtensionOptions = {}): Promise<ExtensionServer> {
    const authority = await makeAuthority('extension-ca', testValidity());
    const names = { dnsNames: [`${service.name}.${service.namespace}.svc`], addresses: [] };
    const { certificate, privateKey } = await issueServing(authority, 'extension', names, testValidity());
    const tls = { cert: certificate, key: privateKey, requestCert: true, rejectUnauthorized: false };
    const server = createServer(tls);
    const made = new ExtensionServer(authority, server, service);
    server.on('connection', (socket: Duplex) => {
      made.sockets.add(socket);
      socket.once('close', () => made.sockets.delete(socket)).on('error', () => {});
    });
    server.on('request', (request, response) => {
      made.#answer(request, response).catch(() => response.destroy());
    });
    server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
      made.#note(request, '');
      socket.on('error', () => {});
      made.upgrade(request, socket, head);
    });
    await made.listen();
    return made;
  }

  /** Again at the port that it had, after `stop`. */
  async listen(): Promise<void> {
    this.#server.listen(this.#port, '127.0.0.1');
    await once(this.#server, 'listening');
    this.#port = this.port;
  }

  async stop(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    if (!this.#server.listening) return;
    this.#server.close();
    await once(this.#server, 'close');
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  get last(): ExtensionCall {
    return this.calls.at(-1)!;
  }

  /** Those that clients made, not the server for itself. */
  get passedOn(): ExtensionCall[] {
    return this.calls.filter(({ rawHeaders }) => rawHeaders.includes('X-Forwarded-Uri'));
  }

  /** Makes the account, the Service and the APIService by which the cluster knows it, and waits until it is available. */
  async register(server: TestServer, version = 'v1beta1', group = 'metrics.k8s.io'): Promise<void> {
    const { client } = server;
    this.#access = await DelegatedAccess.load(await accountOf(server));
    const { namespace, name } = this.service;
    const ports = [{ port: this.port }];
    const spec = { type: 'ExternalName', externalName: 'localhost', ports };
    await must(client.post(`/api/v1/namespaces/${namespace}/services`, { metadata: { name }, spec }));
    await this.announce(client, version, group);
  }

  async announce(client: ApiClient, version: string, group: string): Promise<void> {
    const name = `${version}.${group}`;
    const path = '/apis/apiregistration.k8s.io/v1/apiservices';
    const spec = {
      group,
      version,
      groupPriorityMinimum: 100,
      versionPriority: 100,
      service: { ...this.service, port: this.port },
      caBundle: Buffer.from(this.authority.certificate).toString('base64'),
    };
    await must(client.post(path, { metadata: { name }, spec }));
    await this.available(client, name, 'True');
  }

  async available(client: ApiClient, name: string, status: string): Promise<void> {
    const path = `/apis/apiregistration.k8s.io/v1/apiservices/${name}`;
    await until(async () => (await client.get(path)).body.status.conditions?.[0].status === status);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.metrics.close();
    await this.stop();
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (this.intercept !== undefined) {
      this.#note(request, '');
      return this.intercept(request, response);
    }
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    this.#note(request, Buffer.concat(chunks).toString());
    const caller = await this.#access?.callerOf(request);
    if (caller === undefined) return void response.writeHead(401).end();
    const attributes = this.metrics.attributesOf(request);
    if (!(await this.#access!.isAllowed(caller, attributes))) return void response.writeHead(403).end();
    if (this.respond !== undefined) await this.respond(request, response, caller);
    else this.metrics.answer(request, response);
  }

  #note({ method = '', url = '', rawHeaders, socket }: IncomingMessage, body: string): void {
    const client = (socket as TLSSocket).getPeerCertificate().subject?.CN as string | undefined;
    this.calls.push({ method, url, rawHeaders, body, client });
  }
}

/** A client for the account of the extension server, with the rights that the documentation gives to such. */
async function accountOf(server: TestServer): Promise<ApiClient> {
  const { client } = server;
  const rbac = '/apis/rbac.authorization.k8s.io/v1';
  const subjects = [{ kind: 'ServiceAccount', name: account, namespace: 'kube-system' }];
  const ref = (kind: string, name: string) => ({ kind, name, apiGroup: 'rbac.authorization.k8s.io' });
  const accounts = '/api/v1/namespaces/kube-system/serviceaccounts';
  await must(client.post(accounts, { metadata: { name: account } }));
  await must(
    client.post(`${rbac}/clusterrolebindings`, {
      metadata: { name: account },
      subjects,
      roleRef: ref('ClusterRole', 'system:auth-delegator'),
    }),
  );
  const roleRef = ref('Role', 'extension-apiserver-authentication-reader');
  const bindings = `${rbac}/namespaces/kube-system/rolebindings`;
  await must(client.post(bindings, { metadata: { name: account }, subjects, roleRef }));
  const token = await must(client.post(`${accounts}/${account}/token`, { spec: {} }));
  const own = server.connect({ token: token.status.token });
  // Its rights are known a moment after they are written.
  await until(
    async () =>
      (await own.get('/api/v1/namespaces/kube-system/configmaps/extension-apiserver-authentication'))
        .status === 200,
  );
  return own;
}

async function must(answer: ReturnType<ApiClient['post']>): Promise<any> {
  const { status, text, body } = await answer;
  if (status >= 300) throw new Error(`${status} ${text}`);
  return body;
}
