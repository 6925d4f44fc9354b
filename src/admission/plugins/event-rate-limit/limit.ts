import { LRUCache } from 'lru-cache';
import type { CoreV1Event } from '../../../api/schema/types.gen.ts';
import type { Clock } from '../../../util/clock.ts';
import type { AdmissionAttributes } from '../../plugin.ts';
import { objectOf } from '../shared/objects.ts';
import type { EventLimit } from './configuration.ts';

interface Bucket {
  tokens: number;
  /** When they were counted. */
  at: number;
}

/** One limit: a bucket of tokens for each key, full at first, filled up at a steady rate. */
export class Limit {
  readonly #limit: EventLimit;
  readonly #clock: Clock;
  readonly #buckets: LRUCache<string, Bucket>;

  constructor(limit: EventLimit, clock: Clock) {
    this.#limit = limit;
    this.#clock = clock;
    this.#buckets = new LRUCache({ max: limit.type === 'Server' ? 1 : limit.cacheSize });
  }

  /** Takes a token; says that there is none. */
  charge(attributes: AdmissionAttributes): string | undefined {
    const { type, qps, burst } = this.#limit;
    const key = keys[type](attributes);
    const now = this.#clock.now();
    const bucket = this.#buckets.get(key) ?? { tokens: burst, at: now };
    const passed = Math.max(0, now - bucket.at);
    const tokens = Math.min(burst, bucket.tokens + (passed * qps) / 1000);
    const isReached = tokens < 1;
    this.#buckets.set(key, { tokens: isReached ? tokens : tokens - 1, at: now });
    return isReached ? `limit reached on type ${type} for key ${key}` : undefined;
  }
}

const keys: Readonly<Record<EventLimit['type'], (attributes: AdmissionAttributes) => string>> = {
  Server: () => '',
  Namespace: ({ namespace }) => namespace,
  User: ({ user }) => user.name,
  SourceAndObject: (attributes) => {
    const { source, involvedObject: about } = objectOf<CoreV1Event>(attributes);
    const parts = [source?.component, source?.host, about?.kind, about?.namespace, about?.name, about?.uid];
    return [...parts, about?.apiVersion].map((part) => part ?? '').join('');
  },
};
