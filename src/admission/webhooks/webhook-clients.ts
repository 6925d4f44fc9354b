import { authorityOf } from '../../client/ca-bundle.ts';
import { CallError } from '../../client/call-error.ts';
import type { UserConfig } from '../../client/config/strict-entries.ts';
import { hostAndPort } from '../../client/connection-error-text.ts';
import type { ConnectionOptions } from '../../client/connections.ts';
import { Transport } from '../../client/transport.ts';
import { bareHost } from '../../util/bare-host.ts';
import { type CallCause, causeOf } from './call-cause.ts';
import type { ServiceAddresses } from './service-address.ts';
import type { ClientConfig, Webhook } from './webhook.ts';
import type { WebhookUsers } from './webhook-users.ts';

/** Enough for a patch of the largest object in base64. */
const maxResponseBytes = 6 * 1_048_576;

/** The webhook could not be reached, or gave no answer of HTTP. */
export class WebhookTransportError extends Error {
  readonly code: number;

  constructor({ text, code }: CallCause) {
    super(text);
    this.code = code;
  }
}

/** Calls one webhook, over connections that are kept. */
export class WebhookClient implements Disposable {
  readonly #url: string;
  readonly #transport: Transport;
  readonly #authorization: UserConfig['authorization'];
  readonly #userAgent: string;

  constructor(url: string, options: ConnectionOptions, user: UserConfig | undefined, userAgent: string) {
    this.#url = url;
    this.#transport = new Transport({ ...options, identity: user?.identity });
    this.#authorization = user?.authorization;
    this.#userAgent = userAgent;
  }

  /** `timeout`: milliseconds; sent to the webhook in seconds. Rejects with WebhookTransportError. */
  async send(body: string, timeout: number): Promise<Buffer> {
    const url = `${this.#url}?timeout=${Math.ceil(timeout / 1_000)}s`;
    const authorization = await this.#authorize();
    const headers = {
      accept: 'application/json',
      'content-type': 'application/json',
      'user-agent': this.#userAgent,
      ...(authorization === undefined ? {} : { authorization }),
    };
    const call = { method: 'POST', url, headers, body, timeout, maxBytes: maxResponseBytes } as const;
    const begun = performance.now();
    try {
      const answer = this.#transport.send(call).catch((error) => {
        const left = Math.floor(timeout - (performance.now() - begun));
        // A connection that was kept may be closed just now: webhooks bear to be asked twice.
        if (!(error instanceof CallError) || error.code !== 'reset' || left <= 0) throw error;
        return this.#transport.send({ ...call, timeout: left });
      });
      return (await answer).body;
    } catch (error) {
      if (error instanceof CallError) throw new WebhookTransportError(causeOf(error, url));
      throw error;
    }
  }

  /** A file with a token that is gone is a problem of the call. */
  async #authorize(): Promise<string | undefined> {
    try {
      return await this.#authorization?.();
    } catch (error) {
      throw new WebhookTransportError({ text: (error as Error).message, code: 503 });
    }
  }

  [Symbol.dispose](): void {
    this.#transport[Symbol.dispose]();
  }
}

/** The clients of all webhooks: those that are called in the same way share one. */
export class WebhookClients implements Disposable {
  readonly #users: WebhookUsers;
  readonly #services: ServiceAddresses;
  readonly #userAgent: string;
  readonly #onFlaw: ConnectionOptions['onFlaw'];
  readonly #clients = new Map<string, WebhookClient>();

  constructor(
    users: WebhookUsers,
    services: ServiceAddresses,
    userAgent: string,
    onFlaw?: ConnectionOptions['onFlaw'],
  ) {
    this.#onFlaw = onFlaw;
    this.#users = users;
    this.#services = services;
    this.#userAgent = userAgent;
  }

  /** Throws for a configuration that cannot be used. */
  of({ clientKey, clientConfig }: Pick<Webhook, 'clientKey' | 'clientConfig'>): WebhookClient {
    let client = this.#clients.get(clientKey);
    if (client === undefined) {
      client = this.#open(clientConfig);
      this.#clients.set(clientKey, client);
    }
    return client;
  }

  /** Forgets those of webhooks that are no more. Calls that are under way end, idle connections close by themselves. */
  keep(webhooks: readonly Webhook[]): void {
    const wanted = new Set(webhooks.map(({ clientKey }) => clientKey));
    for (const key of this.#clients.keys()) if (!wanted.has(key)) this.#clients.delete(key);
  }

  [Symbol.dispose](): void {
    for (const client of this.#clients.values()) client[Symbol.dispose]();
    this.#clients.clear();
  }

  #open({ url, service, caBundle }: ClientConfig): WebhookClient {
    const authority = authorityOf(caBundle);
    const open = (target: string, address: string, locate?: ConnectionOptions['locate']): WebhookClient =>
      new WebhookClient(
        address,
        { authority, locate, onFlaw: this.#onFlaw },
        this.#users.of(target),
        this.#userAgent,
      );
    if (url) {
      if (!URL.canParse(url)) throw new Error(`Unparsable URL: ${url}`);
      const { protocol, hostname, port, host, pathname } = new URL(url);
      const bare = bareHost(hostname);
      return open(hostAndPort(bare, Number(port) || 443), `${protocol}//${host}${pathname}`);
    }
    if (!service) throw new Error('webhook configuration must have either service or URL');
    const { namespace, name, path = '/' } = service;
    const port = service.port ?? 443;
    const target = `${name}.${namespace}.svc:${port}`;
    const locate = async () => this.#services.locate(namespace, name, port);
    return open(target, `https://${target}${path.startsWith('/') ? path : `/${path}`}`, locate);
  }
}
