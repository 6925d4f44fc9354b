import { after } from '../../util/in-order.ts';
import type { AdmissionAttributes, AdmissionPlugin, AdmissionTarget, WriteTarget } from '../plugin.ts';

/** Asks what stands in files before what stands in the API, each about the requests that it sees. */
export class StaticFirst implements AdmissionPlugin {
  readonly #both: readonly [AdmissionPlugin, AdmissionPlugin];

  constructor(inFiles: AdmissionPlugin, inApi: AdmissionPlugin) {
    this.#both = [inFiles, inApi];
  }

  handles(target: AdmissionTarget): boolean {
    return this.#both.some((one) => one.handles(target));
  }

  skipsNoopUpdates(target: WriteTarget): boolean {
    return this.#both.every((one) => !one.handles(target) || (one.skipsNoopUpdates?.(target) ?? false));
  }

  admit(attributes: AdmissionAttributes, again: boolean): void | Promise<void> {
    return this.#each(attributes, (one) => one.admit?.(attributes, again));
  }

  validate(attributes: AdmissionAttributes): void | Promise<void> {
    return this.#each(attributes, (one) => one.validate?.(attributes));
  }

  #each(target: AdmissionTarget, ask: (one: AdmissionPlugin) => void | Promise<void>): void | Promise<void> {
    const [inFiles, inApi] = this.#both;
    const asked = inFiles.handles(target) ? ask(inFiles) : undefined;
    return after(asked, () => (inApi.handles(target) ? ask(inApi) : undefined));
  }
}
