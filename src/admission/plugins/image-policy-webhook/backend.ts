import { LRUCache } from 'lru-cache';
import type { Dialect } from '../../../api/meta/dialect.ts';
import { fillPlaceholders } from '../../../api/meta/dialect.ts';
import { CallError } from '../../../client/call-error.ts';
import type { Fields } from '../../../client/fields.ts';
import { Kubeconfig } from '../../../client/kubeconfig.ts';
import { systemPause } from '../../../client/retry.ts';
import { Transport } from '../../../client/transport.ts';
import { callReview, reviewBackoff, WebhookCaller } from '../../../client/webhook.ts';
import type { Clock } from '../../../util/clock.ts';
import type { Random } from '../../../util/random.ts';
import type { ImagePolicySettings } from './configuration.ts';

/** The spec of an ImageReview. */
export interface ImageReviewSpec {
  readonly containers: readonly { image: string }[];
  readonly annotations?: Readonly<Record<string, string>>;
  readonly namespace: string;
}

export interface ImageVerdict {
  readonly allowed: boolean;
  readonly reason: string;
  readonly auditAnnotations: Readonly<Record<string, string>>;
}

export interface BackendDependencies {
  dialect: Dialect;
  clock: Clock;
  random: Random;
  /** Lets go of the connections. */
  resources: DisposableStack;
}

const callTimeout = 30_000;
const remembered = 1_024;

/** Asks the image policy backend whether images may run, and caches its answers. */
export class ImagePolicyBackend {
  readonly #settings: ImagePolicySettings;
  readonly #caller: WebhookCaller;
  readonly #apiVersion: string;
  readonly #clock: Clock;
  readonly #verdicts: LRUCache<string, ImageVerdict>;

  /** Throws a start-up error. */
  constructor(settings: ImagePolicySettings, { dialect, clock, random, resources }: BackendDependencies) {
    this.#settings = settings;
    this.#clock = clock;
    this.#apiVersion = fillPlaceholders(dialect, 'imagepolicy.{api}/v1alpha1');
    this.#verdicts = new LRUCache({ max: remembered, perf: clock, ttlResolution: 0 });
    const { cluster, user } = Kubeconfig.read(settings.kubeconfig, clock).current();
    if (!cluster.server.startsWith('https://')) {
      throw new Error(`${settings.kubeconfig}: server: the backend of an image policy must use https`);
    }
    const { authorization, identity } = user;
    this.#caller = new WebhookCaller(
      {
        url: cluster.server,
        transport: resources.use(new Transport({ ...cluster, identity })),
        authorization,
        userAgent: `${dialect.prefix}-apiserver`,
        timeout: callTimeout,
      },
      { random, pause: systemPause, backoff: { ...reviewBackoff, first: settings.retryBackoff } },
    );
  }

  /** `deadline`: milliseconds since 1970. Rejects with CallError when there is no answer, in time. */
  async verdict(spec: ImageReviewSpec, deadline: number): Promise<ImageVerdict> {
    const key = JSON.stringify(spec);
    const known = this.#verdicts.get(key);
    if (known !== undefined) return known;
    const verdict = await this.#ask(spec, deadline);
    const { allowTtl, denyTtl } = this.#settings;
    const ttl = verdict.allowed ? allowTtl : denyTtl;
    if (ttl > 0) this.#verdicts.set(key, verdict, { ttl });
    return verdict;
  }

  async #ask(spec: ImageReviewSpec, deadline: number): Promise<ImageVerdict> {
    const left = deadline - this.#clock.now();
    const late = (): CallError => new CallError('timeout', 'context deadline exceeded');
    if (left <= 0) throw late();
    const signal = Number.isFinite(left) ? AbortSignal.timeout(Math.ceil(left)) : undefined;
    const metadata = { creationTimestamp: null };
    const status = { allowed: false };
    const review = { kind: 'ImageReview', apiVersion: this.#apiVersion, metadata, spec, status };
    try {
      return await callReview(this.#caller, review, 'status', verdictOf, signal ? { signal } : {});
    } catch (error) {
      if (signal?.aborted) throw late();
      throw error;
    }
  }
}

function verdictOf(status: Fields): ImageVerdict {
  const annotations = status.object('auditAnnotations');
  const names = annotations?.names() ?? [];
  return {
    allowed: status.boolean('allowed') ?? false,
    reason: status.text('reason') ?? '',
    auditAnnotations: Object.fromEntries(names.map((name) => [name, annotations!.text(name) ?? ''])),
  };
}
