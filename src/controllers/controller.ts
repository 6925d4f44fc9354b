import type { FeatureGates } from '../api/gates/feature-gates.ts';
import type { Dialect } from '../api/meta/dialect.ts';
import type { Objects } from '../api/meta/lister.ts';
import type { ApiClient } from '../client/api/api-client.ts';
import type { RateLimit } from '../client/api/request-pace.ts';
import type { Clock } from '../util/clock.ts';
import type { Flag, FlagValues } from '../util/flags.ts';
import type { QueueMeter } from '../util/metrics/queue-meter.ts';
import type { SyncingController, SyncMeter } from '../util/metrics/sync-series.ts';
import type { Random } from '../util/random.ts';

/** The dependencies of a controller. */
export interface ControllerDependencies {
  /** Acts as the controller's own service account. */
  client: ApiClient;
  /** All objects, as the caches show them: shared, not to be changed. */
  objects: Objects;
  /** The same, for those who look at the metadata of objects of any type: of some, the rest may be missing. */
  metadata: Objects;
  dialect: Dialect;
  /** Gates of the release that the API server serves. */
  gates: FeatureGates;
  clock: Clock;
  random: Random;
  flags: FlagValues;
  log: ControllerLog;
  /** Counts what a work queue of this name does: one for each queue. */
  meterOf?: ((queue: string) => QueueMeter) | undefined;
  /** Counts the syncs of a controller that has metrics of its own for them. */
  syncMeterOf?: ((controller: SyncingController) => SyncMeter) | undefined;
  /** PEM: the authorities by which the manager itself trusts the API server. */
  authority?: string | undefined;
}

/** Debug pages by which an operator sees the state of a controller. */
export interface DebugPage {
  contentType: string;
  text: string;
}

export interface ControllerLog {
  info(message: string): void;
  warn(message: string): void;
}

/** Something that brings the cluster closer to what objects say, until it is closed. */
export interface Controller {
  /** By name: `graph`. */
  readonly debugPages?: Readonly<Record<string, (query: URLSearchParams) => DebugPage>>;
  start(): void;
  /** Resolves when what was under way is over. Nothing is written after that. */
  close(): Promise<void>;
}

/** A controller as the list of controllers has it. */
export interface ControllerDescriptor {
  /** In `--controllers`. */
  readonly name: string;
  /** Its service account in the system namespace, with placeholders of the dialect; undefined: the manager's own user. */
  readonly account: string | undefined;
  /** Factors of the limit of requests that holds for all controllers; both are 1 when undefined. */
  readonly limitFactors?: RateLimit;
  /** Runs only when it is named. */
  readonly isOffByDefault?: boolean;
  /** The feature gate without which there is nothing for it to do. */
  readonly gate?: string;
  readonly flags: readonly Flag[];
  /** Undefined when the flags do not ask for it. Rejects with a start-up error when they cannot be followed. */
  create(dependencies: ControllerDependencies): Promise<Controller | undefined>;
}
