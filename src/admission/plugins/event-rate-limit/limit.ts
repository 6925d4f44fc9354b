import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { CoreV1Event } from '../../../api/schema/types.gen.ts';
import type { Clock } from '../../../util/clock.ts';
import type { AdmissionAttributes } from '../../plugin.ts';
import { objectOf } from '../shared/objects.ts';
import type { EventLimit } from './configuration.ts';

/** Characters of a key that is kept as it is: thousands are, and a client may choose a megabyte. */
const maxKept = 256;

interface Bucket {
  tokens: number;
  /** Time at which they were counted. */
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
    const kept = key.length > maxKept ? createHash('sha256').update(key).digest('base64') : key;
    const now = this.#clock.now();
    const bucket = this.#buckets.get(kept) ?? { tokens: burst, at: now };
    const passed = Math.max(0, now - bucket.at);
    const tokens = Math.min(burst, bucket.tokens + (passed * qps) / 1000);
    const isReached = tokens < 1;
    this.#buckets.set(kept, { tokens: isReached ? tokens : tokens - 1, at: now });
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
