import type { Dialect } from '../../api/meta/dialect.ts';
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

export interface ControllerEnvironment
  extends Pick<ControllerDependencies, 'authority' | 'meterOf' | 'syncMeterOf'> {
  /** A client that acts as this service account; as the manager itself without one. `name`: of the controller. */
  clientOf: (name: string, account: string | undefined) => ApiClient;
  objects: Objects;
  metadata: Objects;
  dialect: Dialect;
  clock: Clock;
  random: Random;
  flags: FlagValues;
  log: ControllerLog;
  /** Resolves when the caches have what the controllers asked for: before that none starts. */
  ready?: () => Promise<void>;
}

/** Controllers at work. */
export class RunningControllers {
  /** By their names in `--controllers`. */
  readonly #controllers: ReadonlyMap<string, Controller>;

  private constructor(controllers: ReadonlyMap<string, Controller>) {
    this.#controllers = controllers;
  }

  /** Rejects with a start-up error when one of them cannot start; then none runs. */
  static async start(
    chosen: readonly ControllerDescriptor[],
    { clientOf, log, ready, ...shared }: ControllerEnvironment,
  ): Promise<RunningControllers> {
    const made = new Map<string, Controller>();
    for (const { name, account, create } of chosen) {
      const controller = await create({
        ...shared,
        client: clientOf(name, account),
        log: prefixed(log, name),
      });
      if (controller !== undefined) made.set(name, controller);
      else log.warn(`${name}: not started, as the flags do not ask for it`);
    }
    await ready?.();
    for (const controller of made.values()) controller.start();
    return new RunningControllers(made);
  }

  /** Undefined where no controller of this name runs, or it has no such page. */
  debugPage(controller: string, page: string): ((query: URLSearchParams) => DebugPage) | undefined {
    const pages = this.#controllers.get(controller)?.debugPages ?? {};
    return Object.hasOwn(pages, page) ? pages[page] : undefined;
  }

  /** Resolves when nothing is under way any more. */
  async close(): Promise<void> {
    await Promise.all(this.#controllers.values().map((controller) => controller.close()));
  }
}

const prefixed = (log: ControllerLog, name: string): ControllerLog => ({
  info: (message) => log.info(`${name}: ${message}`),
  warn: (message) => log.warn(`${name}: ${message}`),
});
