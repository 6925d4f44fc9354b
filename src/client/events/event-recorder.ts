import { StatusError } from '../../api/meta/status.ts';
import type { CoreV1Event, CoreV1ObjectReference } from '../../api/schema/types.gen.ts';
import { timeNow } from '../../api/values/time.ts';
import type { Clock } from '../../util/clock.ts';
import type { Random } from '../../util/random.ts';
import { type ApiCaller, callsUntil } from '../api/api-call.ts';
import { isNotFound } from '../api/api-error.ts';
import { ResourceClient } from '../api/resource-client.ts';
import type { Pause } from '../retry.ts';
import { type Correlated, EventCorrelator } from './event-correlator.ts';

/** Events that wait to be sent; more are dropped. */
const maxWaiting = 1_000;
const maxTries = 12;
/** Milliseconds between two tries. */
const betweenTries = 10_000;
/** Steps of chance between nothing and a whole pause. */
const grain = 1_000;

const strategicMerge = 'application/strategic-merge-patch+json';

export interface EventRecorderOptions {
  client: ApiCaller;
  /** Name of the source: `garbage-collector-controller`. */
  component: string;
  /** Host on which it runs. */
  host?: string;
  /** The time of day. */
  clock: Clock;
  monotonic: Clock;
  random: Random;
  pause: Pause;
  warn(message: string): void;
}

/** Records events. To record one takes no time: it is sent later. */
export class EventRecorder {
  readonly #options: EventRecorderOptions;
  readonly #events: ResourceClient<CoreV1Event>;
  readonly #correlator: EventCorrelator;
  readonly #waiting: CoreV1Event[] = [];
  readonly #closing = new AbortController();
  #sending: Promise<void> | undefined;
  #number = 0;

  constructor(options: EventRecorderOptions) {
    this.#options = options;
    const caller = callsUntil(options.client, this.#closing.signal);
    this.#events = new ResourceClient(caller, { group: '', version: 'v1', resource: 'events' });
    this.#correlator = new EventCorrelator(options.monotonic);
  }

  record(object: CoreV1ObjectReference, type: 'Normal' | 'Warning', reason: string, message: string): void {
    if (this.#waiting.length >= maxWaiting || this.#closing.signal.aborted) return;
    this.#waiting.push(this.#made(object, type, reason, message));
    this.#sending ??= this.#sendAll().finally(() => (this.#sending = undefined));
  }

  /** Resolves when everything is sent that was recorded, or the milliseconds are over. */
  async flush(milliseconds: number): Promise<void> {
    const isSent = new AbortController();
    const signal = AbortSignal.any([isSent.signal, this.#closing.signal]);
    const late = this.#options.pause(milliseconds, signal).catch(() => {});
    await Promise.race([this.#sending, late]);
    isSent.abort();
  }

  /** Drops what is not sent yet. Resolves when nothing is under way. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.#sending;
  }

  #made(object: CoreV1ObjectReference, type: string, reason: string, message: string): CoreV1Event {
    const { clock, component, host } = this.#options;
    const now = clock.now();
    const at = timeNow(now);
    return {
      apiVersion: 'v1',
      kind: 'Event',
      metadata: {
        name: `${object.name ?? ''}.${this.#suffix(now)}`,
        namespace: object.namespace || 'default',
        creationTimestamp: null,
      },
      involvedObject: object,
      reason,
      message,
      type,
      source: { component, ...(host === undefined ? {} : { host }) },
      firstTimestamp: at,
      lastTimestamp: at,
      count: 1,
      eventTime: null,
      reportingComponent: '',
      reportingInstance: '',
    };
  }

  /** The time in nanoseconds; the clock has none, so that they count the events. */
  #suffix(now: number): string {
    this.#number = (this.#number + 1) % 1_000_000;
    return (BigInt(Math.floor(now)) * 1_000_000n + BigInt(this.#number)).toString(16);
  }

  async #sendAll(): Promise<void> {
    // Those who record several in a row come first.
    await Promise.resolve();
    const { signal } = this.#closing;
    while (this.#waiting.length > 0 && !signal.aborted) {
      const correlated = this.#correlator.correlate(this.#waiting.shift()!);
      if (correlated !== undefined) await this.#deliver(correlated, signal);
    }
  }

  /** Tries again where there was no answer. Never rejects. */
  async #deliver(correlated: Correlated, signal: AbortSignal): Promise<void> {
    const { random, pause, warn } = this.#options;
    for (let tries = 1; ; tries++) {
      try {
        this.#correlator.sent(correlated.key, await this.#send(correlated.event));
        return;
      } catch (error) {
        if (signal.aborted) return;
        const { reason, metadata } = correlated.event;
        const what = `event ${metadata.namespace}/${metadata.name} (${reason}): ${(error as Error).message}`;
        if (error instanceof StatusError) return warn(`the server refused ${what}`);
        if (tries === maxTries) return warn(`unable to write ${what} (retry limit exceeded!)`);
        // The first by chance, so that all who lost their server do not come back at once.
        const part = tries === 1 ? random.below(grain) / grain : 1;
        await pause(betweenTries * part, signal).catch(() => {});
        if (signal.aborted) return;
      }
    }
  }

  async #send(event: CoreV1Event): Promise<CoreV1Event> {
    const { metadata, count, lastTimestamp, message } = event;
    const namespace = metadata.namespace!;
    if ((count ?? 1) > 1) {
      try {
        return await this.#events.patch(
          namespace,
          metadata.name!,
          { count, lastTimestamp, message },
          strategicMerge,
        );
      } catch (error) {
        // It has been removed, as events are after a while.
        if (!isNotFound(error)) throw error;
      }
    }
    return this.#events.create(namespace, event);
  }
}
