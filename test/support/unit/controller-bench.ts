import { setImmediate as turn } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import { FeatureGates } from '../../../src/api/gates/feature-gates.ts';
import { type Dialect, dialects } from '../../../src/api/meta/dialect.ts';
import type {
  Controller,
  ControllerDependencies,
  ControllerDescriptor,
} from '../../../src/controllers/controller.ts';
import { FlagValues } from '../../../src/util/flags.ts';
import { firstOfAll, MemoryApi } from './memory-api.ts';
import { MemoryObjects } from './memory-objects.ts';

/** Turns of the event loop after which a controller over objects in memory has done what there was to do. */
const turns = 50;

/** A controller between caches that a test fills and an API that writes down what it is asked. */
export class ControllerBench {
  readonly api: MemoryApi;
  readonly caches: MemoryObjects;
  readonly warnings: readonly string[];
  readonly #controller: Controller;

  private constructor(
    api: MemoryApi,
    caches: MemoryObjects,
    warnings: readonly string[],
    controller: Controller,
  ) {
    this.api = api;
    this.caches = caches;
    this.warnings = warnings;
    this.#controller = controller;
  }

  /** Not started yet: the caches are still empty. Closed when the test ends. `given`: flags. */
  static async of(
    { create, flags }: ControllerDescriptor,
    {
      dialect = dialects[0]!,
      now = 0,
      given = {},
      syncMeterOf,
      gates = new FeatureGates('1.23'),
    }: {
      dialect?: Dialect;
      now?: number;
      given?: Record<string, string>;
      syncMeterOf?: ControllerDependencies['syncMeterOf'];
      gates?: FeatureGates;
    } = {},
  ): Promise<ControllerBench> {
    const [api, caches] = [new MemoryApi(), new MemoryObjects()];
    const warnings: string[] = [];
    const controller = await create({
      client: api.client,
      objects: caches,
      metadata: caches,
      dialect,
      gates,
      random: firstOfAll,
      clock: { now: () => now },
      flags: new FlagValues(flags, given),
      syncMeterOf,
      log: { info: () => {}, warn: (message) => void warnings.push(message) },
    });
    onTestFinished(() => controller!.close());
    return new ControllerBench(api, caches, warnings, controller!);
  }

  start(): void {
    this.#controller.start();
  }

  async settle(): Promise<void> {
    for (let n = 0; n < turns; n++) await turn();
  }
}
