import { type Dialect, fillPlaceholders } from '../../api/meta/dialect.ts';
import type { Objects } from '../../api/meta/lister.ts';
import type { ApiClient } from '../../client/api/api-client.ts';
import type {
  Controller,
  ControllerDependencies,
  ControllerDescriptor,
  ControllerLog,
  DebugPage,
} from '../../controllers/controller.ts';
import type { Clock } from '../../util/clock.ts';
import type { FlagValues } from '../../util/flags.ts';
import type { Random } from '../../util/random.ts';
import { SyncedObjects } from './synced-objects.ts';

/** A controller, with the account as it is called in the dialect. */
export type ClientOwner = Pick<ControllerDescriptor, 'name' | 'account' | 'limitFactors'>;

export interface ControllerEnvironment
  extends Pick<ControllerDependencies, 'authority' | 'gates' | 'meterOf' | 'syncMeterOf'> {
  /** A client that acts as the controller's service account; as the manager itself without one. */
  clientOf: (controller: ClientOwner) => ApiClient;
  objects: Objects;
  metadata: Objects;
  dialect: Dialect;
  clock: Clock;
  random: Random;
  flags: FlagValues;
  log: ControllerLog;
  /** Resolves when the caches have what the controllers asked for, or that takes too long: before that none starts. */
  ready?: () => Promise<void>;
}

/** Milliseconds between two looks at whether what a controller waits for is known. */
const lookInterval = 500;

/** A controller, and the objects that it has to know before it starts. */
interface Made {
  readonly controller: Controller;
  readonly objects: readonly SyncedObjects[];
}

/**
 * Controllers at work. One that does not know all objects of a type that it looks at waits until it does: what cannot be
 * read would seem to be gone, and it would remove what belongs to it, or make it again.
 */
export class RunningControllers {
  /** By their names in `--controllers`. */
  readonly #controllers: ReadonlyMap<string, Controller>;
  readonly #waiting: Map<string, Made>;
  #timer: NodeJS.Timeout | undefined;

  private constructor(made: ReadonlyMap<string, Made>, log: ControllerLog) {
    this.#controllers = new Map([...made].map(([name, { controller }]) => [name, controller]));
    this.#waiting = new Map(made);
    this.#startSynced();
    for (const [name, one] of this.#waiting)
      log.warn(`${name}: waits for objects that are not known: ${unsyncedOf(one).join(', ')}`);
  }

  /** Rejects with a start-up error when one of them cannot start; then none runs. */
  static async start(
    chosen: readonly ControllerDescriptor[],
    { clientOf, log, ready, ...shared }: ControllerEnvironment,
  ): Promise<RunningControllers> {
    const made = new Map<string, Made>();
    for (const descriptor of chosen) {
      const { name, gate, create } = descriptor;
      if (gate !== undefined && !shared.gates.isOn(gate)) continue;
      const objects = new SyncedObjects(shared.objects);
      const metadata = new SyncedObjects(shared.metadata);
      const controller = await create({
        ...shared,
        objects,
        metadata,
        client: clientOf(ownerOf(descriptor, shared.dialect)),
        log: prefixed(log, name),
      });
      if (controller !== undefined) made.set(name, { controller, objects: [objects, metadata] });
      else log.warn(`${name}: not started, as the flags do not ask for it`);
    }
    await ready?.();
    return new RunningControllers(made, log);
  }

  #startSynced(): void {
    for (const [name, one] of this.#waiting) {
      if (unsyncedOf(one).length > 0) continue;
      one.controller.start();
      this.#waiting.delete(name);
    }
    if (this.#waiting.size === 0) return;
    this.#timer = setTimeout(() => this.#startSynced(), lookInterval).unref();
  }

  /** Undefined where no controller of this name runs, or it has no such page. */
  debugPage(controller: string, page: string): ((query: URLSearchParams) => DebugPage) | undefined {
    const pages = this.#controllers.get(controller)?.debugPages ?? {};
    return Object.hasOwn(pages, page) ? pages[page] : undefined;
  }

  /** Resolves when nothing is under way any more. */
  async close(): Promise<void> {
    clearTimeout(this.#timer);
    await Promise.all(this.#controllers.values().map((controller) => controller.close()));
  }
}

const unsyncedOf = ({ objects }: Made): string[] => objects.flatMap(({ unsynced }) => unsynced);

const ownerOf = ({ name, account, limitFactors }: ControllerDescriptor, dialect: Dialect): ClientOwner => ({
  name,
  account: account && fillPlaceholders(dialect, account),
  ...(limitFactors && { limitFactors }),
});

const prefixed = (log: ControllerLog, name: string): ControllerLog => ({
  info: (message) => log.info(`${name}: ${message}`),
  warn: (message) => log.warn(`${name}: ${message}`),
});
