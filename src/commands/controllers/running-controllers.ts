import type { Dialect } from '../../api/meta/dialect.ts';
import type { Objects } from '../../api/meta/lister.ts';
import type { ApiClient } from '../../client/api/api-client.ts';
import type { Controller, ControllerDescriptor, ControllerLog } from '../../controllers/controller.ts';
import type { Clock } from '../../util/clock.ts';
import type { FlagValues } from '../../util/flags.ts';
import type { Random } from '../../util/random.ts';

export interface ControllerEnvironment {
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
  readonly #controllers: readonly Controller[];

  private constructor(controllers: readonly Controller[]) {
    this.#controllers = controllers;
  }

  /** Rejects with a text for the operator when one of them cannot start; then none runs. */
  static async start(
    chosen: readonly ControllerDescriptor[],
    { clientOf, log, ready, ...shared }: ControllerEnvironment,
  ): Promise<RunningControllers> {
    const made: Controller[] = [];
    for (const { name, account, create } of chosen) {
      const controller = await create({
        ...shared,
        client: clientOf(name, account),
        log: prefixed(log, name),
      });
      if (controller !== undefined) made.push(controller);
      else log.warn(`${name}: not started, as the flags do not ask for it`);
    }
    await ready?.();
    for (const controller of made) controller.start();
    return new RunningControllers(made);
  }

  /** Resolves when nothing is under way any more. */
  async close(): Promise<void> {
    await Promise.all(this.#controllers.map((controller) => controller.close()));
  }
}

const prefixed = (log: ControllerLog, name: string): ControllerLog => ({
  info: (message) => log.info(`${name}: ${message}`),
  warn: (message) => log.warn(`${name}: ${message}`),
});
