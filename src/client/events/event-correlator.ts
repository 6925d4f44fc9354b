import { LRUCache } from 'lru-cache';
import type { CoreV1Event } from '../../api/schema/types.gen.ts';
import type { Clock } from '../../util/clock.ts';
import { eventKey, groupKey, sourceKey } from './event-keys.ts';
import { SpamFilter } from './spam-filter.ts';

/** Groups, events and sources that are remembered each. */
const remembered = 4_096;
/** Different messages from which on a group is one event. */
const manyMessages = 10;
/** Milliseconds after the last event of a group for which its messages are remembered. */
const groupTime = 600_000;

/** The messages of a group. */
interface Group {
  messages: Set<string>;
  last: number;
}

/** An event as it was sent last. */
interface Sent {
  name: string;
  count: number;
  firstTimestamp: string | null;
}

/** An event after aggregation. */
export interface Correlated {
  /** The event as it is to be now. With a count of more than 1 there is one of this name already. */
  event: CoreV1Event;
  /** To be given to `sent`. */
  key: string;
}

/** Recognizes events that say the same again. */
export class EventCorrelator {
  readonly #clock: Clock;
  readonly #groups = new LRUCache<string, Group>({ max: remembered });
  readonly #sent = new LRUCache<string, Sent>({ max: remembered });
  readonly #filter: SpamFilter;

  /** `clock` measures durations. */
  constructor(clock: Clock) {
    this.#clock = clock;
    this.#filter = new SpamFilter(clock, remembered);
  }

  /** Undefined when there are too many of its source on its object. */
  correlate(given: CoreV1Event): Correlated | undefined {
    const { event, key } = this.#grouped(given);
    const earlier = this.#sent.get(key);
    const counted = earlier === undefined ? { ...event, count: 1 } : countedUp(event, earlier);
    this.#remember(key, counted);
    return this.#filter.admit(sourceKey(event)) ? { event: counted, key } : undefined;
  }

  /** The server has it like this: another process may have counted it up as well. */
  sent(key: string, event: CoreV1Event): void {
    this.#remember(key, event);
  }

  #grouped(event: CoreV1Event): Correlated {
    const key = groupKey(event);
    const now = this.#clock.now();
    const known = this.#groups.get(key);
    const isNew = known === undefined || now - known.last > groupTime;
    const messages = isNew ? new Set<string>() : known.messages;
    messages.add(event.message ?? '');
    this.#groups.set(key, { messages, last: now });
    if (messages.size < manyMessages) return { event, key: eventKey(event) };
    // One makes room for the next: the set does not grow, and stays as large as it takes to be a group.
    for (const message of messages) {
      messages.delete(message);
      break;
    }
    return { event: { ...event, message: `(combined from similar events): ${event.message ?? ''}` }, key };
  }

  #remember(key: string, { metadata, count, firstTimestamp }: CoreV1Event): void {
    this.#sent.set(key, { name: metadata.name ?? '', count: Number(count ?? 1), firstTimestamp });
  }
}

const countedUp = (event: CoreV1Event, { name, count, firstTimestamp }: Sent): CoreV1Event => ({
  ...event,
  metadata: { ...event.metadata, name },
  firstTimestamp,
  count: count + 1,
});
