import { currentTrace, within } from '../util/tracing/request-trace.ts';
import type { AdmissionAttributes, AdmissionPlugin, AdmissionTarget, WriteTarget } from './plugin.ts';

/** A plugin under the name that flags, metrics and errors have for it. */
export interface NamedPlugin {
  readonly name: string;
  readonly plugin: AdmissionPlugin;
}

export type AdmissionStep = 'admit' | 'validate';

/** Receives the duration of a plugin's answer, in milliseconds, and whether it refused. */
export type ObserveAdmission = (
  name: string,
  step: AdmissionStep,
  attributes: AdmissionAttributes,
  milliseconds: number,
  rejected: boolean,
) => void;

/** Receives the duration of a whole step, in milliseconds, and whether it refused. */
export type ObserveStep = (
  step: AdmissionStep,
  attributes: AdmissionAttributes,
  milliseconds: number,
  rejected: boolean,
) => void;

/** The plugins that have to see one kind of request, in order. */
export interface Steps {
  readonly admit: readonly NamedPlugin[];
  readonly validate: readonly NamedPlugin[];
}

/** All plugins that are on, in the order in which they are asked. The first that refuses ends it. */
export class AdmissionChain {
  readonly #plugins: readonly NamedPlugin[];
  readonly #observe: ObserveAdmission;
  readonly #observeStep: ObserveStep;
  readonly #now: () => number;
  readonly #steps = new Map<string, Steps>();

  /** `now`: milliseconds, for `observe`. */
  constructor(
    plugins: readonly NamedPlugin[],
    observe: ObserveAdmission,
    observeStep: ObserveStep,
    now: () => number,
  ) {
    this.#plugins = plugins;
    this.#observe = observe;
    this.#observeStep = observeStep;
    this.#now = now;
  }

  /** Found out once for each sort of request: there are as many as resource types and operations. */
  stepsFor(target: AdmissionTarget): Steps {
    const key = `${target.operation} ${target.group} ${target.resource} ${target.subresource}`;
    let steps = this.#steps.get(key);
    if (steps === undefined) {
      const handling = this.#plugins.filter(({ plugin }) => plugin.handles(target));
      steps = {
        admit: handling.filter(({ plugin }) => plugin.admit !== undefined),
        validate: handling.filter(({ plugin }) => plugin.validate !== undefined),
      };
      this.#steps.set(key, steps);
    }
    return steps;
  }

  /** Whether none of the plugins has to see an update that changes nothing. */
  ignoresUnchanged({ admit, validate }: Steps, target: WriteTarget): boolean {
    const ignores = ({ plugin }: NamedPlugin): boolean => plugin.skipsNoopUpdates?.(target) ?? false;
    return admit.every(ignores) && validate.every(ignores);
  }

  /** Lets all plugins change the object; once more when one of them asks for that. */
  admit({ admit }: Steps, attributes: AdmissionAttributes): Promise<void> {
    return this.#whole('admit', attributes, async () => {
      await this.#admitAll(admit, attributes, false);
      if (attributes.isAskedAgain) await this.#admitAll(admit, attributes, true);
    });
  }

  async #admitAll(
    plugins: readonly NamedPlugin[],
    attributes: AdmissionAttributes,
    again: boolean,
  ): Promise<void> {
    for (const plugin of plugins) {
      const answer = this.#ask(plugin, 'admit', attributes, again);
      if (answer !== undefined) await answer;
    }
  }

  validate({ validate }: Steps, attributes: AdmissionAttributes): Promise<void> {
    return this.#whole('validate', attributes, async () => {
      for (const plugin of validate) {
        const answer = this.#ask(plugin, 'validate', attributes, false);
        if (answer !== undefined) await answer;
      }
    });
  }

  async #whole(
    step: AdmissionStep,
    attributes: AdmissionAttributes,
    all: () => Promise<void>,
  ): Promise<void> {
    const begun = this.#now();
    let rejected = true;
    try {
      await within(`admission ${step}`, () => spanAttributes(attributes), 'internal', all);
      rejected = false;
    } finally {
      const taken = this.#now() - begun;
      currentTrace()?.add('admission', taken);
      this.#observeStep(step, attributes, taken, rejected);
    }
  }

  /** A plugin that need not wait answers at once: a create asks some twenty of them. */
  #ask(
    plugin: NamedPlugin,
    step: AdmissionStep,
    attributes: AdmissionAttributes,
    again: boolean,
  ): void | Promise<void> {
    const { recorder, object } = attributes;
    if (recorder === undefined) return this.#call(plugin, step, attributes, again);
    return recorder.during(plugin.name, step, object, () => this.#call(plugin, step, attributes, again));
  }

  #call(
    { name, plugin }: NamedPlugin,
    step: AdmissionStep,
    attributes: AdmissionAttributes,
    again: boolean,
  ): void | Promise<void> {
    const begun = this.#now();
    let answer: void | Promise<void>;
    try {
      answer = step === 'admit' ? plugin.admit!(attributes, again) : plugin.validate!(attributes);
    } catch (error) {
      this.#observe(name, step, attributes, this.#now() - begun, true);
      throw error;
    }
    if (answer instanceof Promise) {
      const done = (rejected: boolean): void =>
        this.#observe(name, step, attributes, this.#now() - begun, rejected);
      answer.then(
        () => done(false),
        () => done(true),
      );
      return answer;
    }
    this.#observe(name, step, attributes, this.#now() - begun, false);
  }
}

const spanAttributes = ({ operation, group, version, resource, subresource }: AdmissionAttributes) => ({
  operation,
  group,
  version,
  resource,
  subresource,
});
