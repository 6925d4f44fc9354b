import { notBoolean, parseBoolean } from '../../util/booleans.ts';
import { implementedRelease, releaseBefore } from '../meta/release.ts';
import { gatesFromAToC } from './a-to-c.ts';
import { gatesFromDToK } from './d-to-k.ts';
import { gateDependencies } from './dependencies.ts';
import { GateLife, type GateStage } from './gate-life.ts';
import { gatesFromLToR } from './l-to-r.ts';
import { gatesFromSToZ } from './s-to-z.ts';

const lives: ReadonlyMap<string, GateLife> = new Map(
  Object.entries({ ...gatesFromAToC, ...gatesFromDToK, ...gatesFromLToR, ...gatesFromSToZ }).map(
    ([name, life]) => [name, new GateLife(life)],
  ),
);

/** The names of all gates of all releases. */
export const gateNames: readonly string[] = [...lives.keys()];

/** Switch all gates of a stage that are not named themselves. */
const stageGates: ReadonlyMap<string, GateStage> = new Map([
  ['AllAlpha', 'alpha'],
  ['AllBeta', 'beta'],
]);

/** From this release on a gate may be given with the name of its component: `kube:X=true`. */
const firstWithComponents = 31;
/** From this release on a gate of a later one is called so; before, it is unknown. */
const firstWithVersions = 33;
const firstWithDependencies = 35;

/** One gate as the server has it, for metrics. */
export interface GateReading {
  readonly name: string;
  readonly stage: GateStage;
  readonly isOn: boolean;
}

/** The feature gates of one release, and what the operator said of them. */
export class FeatureGates {
  readonly release: string;
  /** The oldest release that other servers of the cluster may be of. */
  readonly minCompatibility: string;
  /** Settings as the operator gave them: they make the same gates in another thread. */
  readonly settings: readonly string[];
  readonly #minor: number;
  /** The release whose shapes, texts and rules there are: see `implementedRelease`. */
  readonly implemented: string;
  readonly #implementedMinor: number;
  readonly #given: ReadonlyMap<string, boolean>;
  /** Answers that were given: rules ask in each of their calls. */
  readonly #known = new Map<string, boolean>();

  /**
   * `release`: `1.23`. `settings`: the values of the flag, `A=true,B=false`; the last word on a gate counts.
   * `minCompatibility`: the oldest release that other servers of the cluster may be of. Throws GateError for a setting
   * that the release refuses.
   */
  constructor(release: string, settings: readonly string[] = [], minCompatibility = releaseBefore(release)) {
    this.minCompatibility = minCompatibility;
    this.release = release;
    this.settings = settings;
    this.#minor = minorOf(release);
    this.implemented = implementedRelease(release);
    this.#implementedMinor = minorOf(this.implemented);
    const items = settings.flatMap((text) => text.split(',')).filter((item) => item.trim() !== '');
    // A setting without a name is passed over.
    const named = items.filter((item) => !item.trim().startsWith('='));
    this.#given = new Map(named.map((item) => this.#parse(item)));
    for (const [name, value] of this.#given) this.#check(name, value);
    if (this.#implementedMinor >= firstWithDependencies) this.#checkDependencies(settings.join());
  }

  /** Whether the feature is there. Throws for a name that no release has, which is a bug of the caller. */
  isOn(name: string): boolean {
    let known = this.#known.get(name);
    if (known === undefined) this.#known.set(name, (known = this.#decide(name)));
    return known;
  }

  #decide(name: string): boolean {
    const life = lives.get(name);
    if (life === undefined) throw new Error(`no release has the feature gate ${name}`);
    const state = life.stateIn(this.#minor);
    if (state === undefined || state.isLocked) return life.isOnIn(this.#minor);
    const ofStage = state.stage === 'alpha' ? 'AllAlpha' : state.stage === 'beta' ? 'AllBeta' : undefined;
    return this.#given.get(name) ?? (ofStage && this.#given.get(ofStage)) ?? state.isOnByDefault;
  }

  /** Whether the rules are those of the release `since` or of a later one: isIn('1.25'). See `implemented`. */
  isIn(since: string): boolean {
    return minorOf(since) <= this.#implementedMinor;
  }

  /** The gates that the release has, those of a whole stage among them. */
  *readings(): Iterable<GateReading> {
    for (const [name, stage] of stageGates) yield { name, stage, isOn: this.#given.get(name) ?? false };
    for (const [name, life] of lives) {
      const state = life.stateIn(this.#minor);
      if (state !== undefined) yield { name, stage: state.stage, isOn: this.isOn(name) };
    }
  }

  /** Settings of single gates, without those of a whole stage. */
  get given(): ReadonlyMap<string, { readonly value: boolean; readonly stage: GateStage }> {
    const single = [...this.#given].filter(([name]) => !stageGates.has(name));
    return new Map(
      single.map(([name, value]) => [name, { value, stage: lives.get(name)!.stateIn(this.#minor)!.stage }]),
    );
  }

  #parse(item: string): [name: string, value: boolean] {
    const at = item.indexOf('=');
    if (at < 0) throw new GateError(item, `missing bool value for ${item.trim()}`);
    const name = this.#withoutComponent(item.slice(0, at).trim(), item);
    const text = item.slice(at + 1).trim();
    const value = parseBoolean(text);
    if (value !== undefined) return [name, value];
    throw new GateError(item, `invalid value of ${name}=${text}, err: ${notBoolean(text)}`);
  }

  #withoutComponent(name: string, item: string): string {
    const at = name.indexOf(':');
    if (at < 0 || this.#minor < firstWithComponents) return name;
    const component = name.slice(0, at);
    if (component === 'kube') return name.slice(at + 1);
    throw new GateError(item, `component not registered: ${component}`);
  }

  #check(name: string, value: boolean): void {
    if (stageGates.has(name)) return;
    const life = lives.get(name);
    const state = life?.stateIn(this.#minor);
    const setting = `${name}=${value}`;
    const refusal = `cannot set feature gate ${name} to ${value}, feature is`;
    if (state?.isLocked && value !== state.isOnByDefault)
      throw new GateError(setting, `${refusal} locked to ${state.isOnByDefault}`);
    if (state !== undefined) return;
    if (life === undefined || !life.isLaterThan(this.#minor) || this.#minor < firstWithVersions)
      throw new GateError(setting, `unrecognized feature gate: ${name}`);
    const versions = `emulated version ${this.release}, min compatibility version ${this.minCompatibility}`;
    throw new GateError(setting, `${refusal} PreAlpha at ${versions}`);
  }

  #checkDependencies(setting: string): void {
    for (const [name, needed] of Object.entries(gateDependencies)) {
      if (lives.get(name)?.stateIn(this.#minor) === undefined || !this.isOn(name)) continue;
      const off = needed.filter((other) => !this.isOn(other));
      if (off.length === 0) continue;
      throw new GateError(
        setting,
        `${name} is enabled, but depends on features that are disabled: [${off.join(' ')}]`,
      );
    }
  }
}

const minorOf = (release: string): number => Number(release.slice(release.indexOf('.') + 1));

/** A setting of feature gates that is refused; `setting` is the part of the flag that it is about. */
export class GateError extends Error {
  readonly setting: string;

  constructor(setting: string, message: string) {
    super(message);
    this.name = 'GateError';
    this.setting = setting;
  }
}
