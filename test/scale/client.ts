import type { ApiCall, ApiCaller } from '../../src/client/api/api-call.ts';
import { ApiClient } from '../../src/client/api/api-client.ts';
import { HttpWire } from '../../src/client/api/http-wire.ts';
import { type RateLimit, RequestPace } from '../../src/client/api/request-pace.ts';
import type { WireAnswer } from '../../src/client/api/wire.ts';
import { systemPause } from '../../src/client/retry.ts';
import { monotonicClock } from '../../src/util/clock.ts';
import { systemRandom } from '../../src/util/random.ts';
import type { Latencies, Measure } from './latencies.ts';

/** Who asks, and where. The certificate of the server is not checked: it lives as long as the run. */
export interface Access {
  readonly server: string;
  readonly token: string;
  /** How fast it may ask; as fast as it can when undefined. */
  readonly limit?: RateLimit;
}

/** A collection's path: of one namespace, or of the whole cluster. */
const collection = /^\/(?:api|apis\/[^/]+)\/[^/]+\/(?:(namespaces)\/[^/]+\/)?[^/]+$/;

/** One component of a cluster on a connection of its own, whose requests are timed. */
export class TimedClient implements ApiCaller, Disposable {
  readonly #wire: HttpWire;
  readonly #client: ApiClient;
  readonly #latencies: Latencies;
  readonly #pace: RequestPace | undefined;

  constructor({ server, token, limit }: Access, userAgent: string, latencies: Latencies) {
    this.#wire = new HttpWire({ server, insecure: true });
    this.#client = new ApiClient({
      wire: this.#wire,
      userAgent,
      authorization: () => `Bearer ${token}`,
      random: systemRandom,
      pause: systemPause,
    });
    this.#latencies = latencies;
    this.#pace = limit && new RequestPace(limit, monotonicClock);
  }

  /** Retries are within the time, waiting for its turn is not; what fails is not counted, as its caller tries again. */
  async json<T>(call: ApiCall): Promise<T> {
    const wait = this.#pace?.take() ?? 0;
    if (wait > 0) await systemPause(wait);
    const began = performance.now();
    const answer = await this.#client.json<T>(call);
    this.#latencies.add(measureOf(call), performance.now() - began);
    return answer;
  }

  open(call: ApiCall, signal: AbortSignal): Promise<WireAnswer> {
    return this.#client.open(call, signal);
  }

  [Symbol.dispose](): void {
    this.#wire[Symbol.dispose]();
  }
}

function measureOf({ method, path, query }: ApiCall): Measure {
  if (method !== 'GET') return 'write';
  const found = collection.exec(path);
  // Those that ask for what belongs to one node, or for one name, are short.
  if (found === null || query?.['fieldSelector'] !== undefined) return 'get';
  return found[1] === undefined ? 'list of the cluster' : 'list of a namespace';
}
