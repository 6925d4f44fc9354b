import { LRUCache } from 'lru-cache';
import type { CoreV1Event } from '../../api/schema/types.gen.ts';
import { timeNow } from '../../api/values/time.ts';
import type { ApiCaller } from '../../client/api/api-call.ts';
import { isNotFound } from '../../client/api/api-error.ts';
import { ResourceClient } from '../../client/api/resource-client.ts';
import type { Clock } from '../../util/clock.ts';
import type { ControllerLog } from '../controller.ts';
import { EventSpamFilter } from './event-spam-filter.ts';

export interface EventSubject {
  apiVersion: string;
  kind: string;
  /** "" for a cluster-scoped object. */
  namespace: string;
  name: string;
  uid: string;
}

export interface EventRecorderOptions {
  client: ApiCaller;
  clock: Clock;
  /** Which program says so: `source.component`. */
  component: string;
  log: ControllerLog;
}

/** An event that was written, to be counted up when it happens again. */
interface Recorded {
  name: string;
  count: number;
}

const type = { group: '', version: 'v1', resource: 'events' };
/** Of a cluster-scoped object. */
const defaultNamespace = 'default';
const maxRecorded = 4_096;
/** Events that wait to be written; what comes beyond is dropped. */
const maxWaiting = 1_000;
const strategicMergePatch = 'application/strategic-merge-patch+json';

/**
 * Writes events about objects for people to read. The same event again counts the first one up; an object about which
 * there is too much to say is silent for a while. An event that cannot be written is lost.
 */
export class EventRecorder {
  readonly #options: EventRecorderOptions;
  readonly #events: ResourceClient<CoreV1Event>;
  readonly #recorded = new LRUCache<string, Recorded>({ max: maxRecorded });
  readonly #filter: EventSpamFilter;
  /** One after the other: the second of two equal events has to know the first. */
  #writing: Promise<void> = Promise.resolve();
  #waiting = 0;
  #isClosed = false;

  constructor(options: EventRecorderOptions) {
    this.#options = options;
    this.#events = new ResourceClient(options.client, type);
    this.#filter = new EventSpamFilter(options.clock);
  }

  record(subject: EventSubject, eventType: 'Normal' | 'Warning', reason: string, message: string): void {
    if (this.#isClosed || this.#waiting >= maxWaiting) return;
    if (!this.#filter.admits(JSON.stringify(subject))) return;
    this.#waiting++;
    this.#writing = this.#writing.then(async () => {
      this.#waiting--;
      if (this.#isClosed) return;
      await this.#write(subject, eventType, reason, message).catch((error: Error) =>
        this.#options.log.warn(
          `the event ${reason} of ${subject.kind} ${subject.name} is lost: ${error.message}`,
        ),
      );
    });
  }

  /** Resolves when what was recorded has been written. */
  settled(): Promise<void> {
    return this.#writing;
  }

  /** Resolves when nothing is written any more. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#writing;
  }

  async #write(subject: EventSubject, eventType: string, reason: string, message: string): Promise<void> {
    const namespace = subject.namespace === '' ? defaultNamespace : subject.namespace;
    const key = JSON.stringify([subject, eventType, reason, message]);
    const now = timeNow(this.#options.clock.now());
    const known = this.#recorded.get(key);
    if (known !== undefined) {
      const patch = { count: known.count + 1, lastTimestamp: now, message };
      const counted = await this.#count(namespace, known.name, patch);
      if (counted) return void known.count++;
    }
    const count = (known?.count ?? 0) + 1;
    const name = `${subject.name}.${(BigInt(this.#options.clock.now()) * 1_000_000n).toString(16)}`;
    this.#recorded.set(key, { name, count });
    await this.#events.create(namespace, {
      ...{ kind: 'Event', apiVersion: 'v1', metadata: { name, namespace } },
      involvedObject: involved(subject),
      ...{ reason, message, source: { component: this.#options.component } },
      ...{ firstTimestamp: now, lastTimestamp: now, count, type: eventType },
    });
  }

  /** False when the event has expired meanwhile. */
  async #count(namespace: string, name: string, patch: object): Promise<boolean> {
    try {
      await this.#events.patch(namespace, name, patch, strategicMergePatch);
      return true;
    } catch (error) {
      if (isNotFound(error)) return false;
      throw error;
    }
  }
}

const involved = ({ namespace, ...subject }: EventSubject): object => ({
  ...subject,
  ...(namespace === '' ? {} : { namespace }),
});
