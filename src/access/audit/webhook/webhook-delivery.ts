import type { ClusterConfig, UserConfig } from '../../../client/config/strict-entries.ts';
import { type Backoff, type RetryDependencies, withRetries } from '../../../client/retry.ts';
import { Transport } from '../../../client/transport.ts';
import type { Delivery } from '../backend.ts';

export interface WebhookDeliveryOptions {
  cluster: ClusterConfig;
  user: UserConfig;
  userAgent: string;
  /** Version of the list. */
  apiVersion: string;
  /** Milliseconds before a call is tried again for the first time. */
  initialBackoff: number;
  retry: RetryDependencies;
}

/** Milliseconds for one try. */
const callTimeout = 30_000;
/** Limit of an answer, in which nothing is looked at. */
const maxResponseBytes = 1_048_576;

/** Sends batches of events to the audit webhook. Every failure is retried. */
export class WebhookDelivery implements Delivery {
  readonly name = 'webhook';
  readonly #options: WebhookDeliveryOptions;
  readonly #transport: Transport;
  readonly #end = new AbortController();

  constructor(options: WebhookDeliveryOptions) {
    this.#options = options;
    this.#transport = new Transport({ ...options.cluster, identity: options.user.identity });
  }

  async deliver(texts: readonly string[]): Promise<void> {
    const { apiVersion, initialBackoff, retry } = this.#options;
    const items = texts.map((text) => `{${text}}`).join(',');
    const body = `{"kind":"EventList","apiVersion":"${apiVersion}","metadata":{},"items":[${items}]}`;
    const backoff: Backoff = { tries: 5, first: initialBackoff, factor: 1.5, jitter: 0.2 };
    const { signal } = this.#end;
    await withRetries(
      () => this.#send(body, signal),
      () => !signal.aborted,
      backoff,
      retry,
      signal,
    );
  }

  /** Gives up what is on its way. */
  async close(): Promise<void> {
    this.#end.abort(new Error('the server is ending'));
    this.#transport[Symbol.dispose]();
  }

  async #send(body: string, signal: AbortSignal): Promise<void> {
    const { cluster, user, userAgent } = this.#options;
    const authorization = await user.authorization?.();
    await this.#transport.send({
      method: 'POST',
      url: cluster.server,
      headers: {
        accept: 'application/json',
        'content-type': 'application/json',
        'user-agent': userAgent,
        ...(authorization === undefined ? {} : { authorization }),
      },
      body,
      timeout: callTimeout,
      maxBytes: maxResponseBytes,
      signal,
    });
  }
}
