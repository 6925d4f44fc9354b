import { StartError } from '../../../start-error.ts';
import { gatesFromAToI } from './a-to-i.ts';
import { type GateLife, type GateStage, stageOf } from './gate-life.ts';
import { gatesFromJToZ } from './j-to-z.ts';

const gates: Readonly<Record<string, GateLife>> = { ...gatesFromAToI, ...gatesFromJToZ };

/** Switch all gates of a stage that are not named themselves. */
const stageGates: Readonly<Record<string, GateStage>> = { AllAlpha: 'alpha', AllBeta: 'beta' };

/** Gates of which this server does what they say. Every other one is accepted, and changes nothing. */
const honoured = {
  APIPriorityAndFairness: true,
  APIResponseCompression: true,
  APIServerIdentity: false,
  RemainingItemCount: true,
  ServerSideFieldValidation: false,
};

/** Gates of what other flags switch on here: set to true they are taken at their word. */
const switchedElsewhere = ['APIServerTracing'];

export type HonouredGate = keyof typeof honoured;

const isHonoured = (name: string): name is HonouredGate => Object.hasOwn(honoured, name);

/** The feature gates that `--feature-gates` sets, by the rules of one release. */
export class FeatureGates {
  readonly #given: ReadonlyMap<string, boolean>;
  readonly #minor: number;

  /** `texts`: the values of the flag, `A=true,B=false`. Throws StartError. */
  constructor(texts: readonly string[], release: string) {
    this.#minor = Number(release.split('.')[1]);
    const given = new Map<string, boolean>();
    for (const item of texts.flatMap((text) => text.split(','))) {
      if (item.trim() === '') continue;
      const [name, value] = parseItem(item);
      given.set(name, value);
    }
    this.#given = given;
    for (const [name, value] of given) this.#check(name, value);
  }

  isOn(gate: HonouredGate): boolean {
    const stage = stageOf(gates[gate]!, this.#minor);
    // A gate that is gone left its feature behind; one that has not come has none to switch.
    if (stage === undefined) return honoured[gate];
    const said = this.#given.get(gate);
    if (said !== undefined) return said;
    const ofStage = this.#given.get(stage === 'alpha' ? 'AllAlpha' : 'AllBeta');
    if ((stage === 'alpha' || stage === 'beta') && ofStage !== undefined) return ofStage;
    return stage !== 'alpha';
  }

  /** One line for each gate that the operator should no longer set, or that means nothing here. */
  get warnings(): string[] {
    return [...this.#given].flatMap(([name, value]) => this.#warningsOf(name, value));
  }

  #warningsOf(name: string, value: boolean): string[] {
    if (Object.hasOwn(stageGates, name)) return [];
    const stage = stageOf(gates[name]!, this.#minor);
    const setting = `${name}=${value}. It will be removed in a future release.`;
    if (stage === 'ga') return [`Setting GA feature gate ${setting}`];
    if (stage === 'deprecated') return [`Setting deprecated feature gate ${setting}`];
    if (value && switchedElsewhere.includes(name)) return [];
    return isHonoured(name) ? [] : [`--feature-gates: ${name} changes nothing in this server`];
  }

  #check(name: string, value: boolean): void {
    if (Object.hasOwn(stageGates, name)) return;
    const stage = Object.hasOwn(gates, name) ? stageOf(gates[name]!, this.#minor) : undefined;
    if (stage === undefined) throw refusal(`${name}=${value}`, `unrecognized feature gate: ${name}`);
    if (stage !== 'ga' || value) return;
    throw refusal(
      `${name}=${value}`,
      `cannot set feature gate ${name} to ${value}, feature is locked to true`,
    );
  }
}

const booleans: Readonly<Record<string, boolean>> = {
  '1': true,
  t: true,
  T: true,
  true: true,
  TRUE: true,
  True: true,
  '0': false,
  f: false,
  F: false,
  false: false,
  FALSE: false,
  False: false,
};

function parseItem(item: string): [name: string, value: boolean] {
  const at = item.indexOf('=');
  if (at < 0) throw refusal(item, `missing bool value for ${item.trim()}`);
  const name = item.slice(0, at).trim();
  const text = item.slice(at + 1).trim();
  const value = Object.hasOwn(booleans, text) ? booleans[text] : undefined;
  if (value !== undefined) return [name, value];
  const cause = `strconv.ParseBool: parsing ${JSON.stringify(text)}: invalid syntax`;
  throw refusal(item, `invalid value of ${name}=${text}, err: ${cause}`);
}

const refusal = (argument: string, reason: string): StartError =>
  new StartError(`invalid argument ${JSON.stringify(argument)} for "--feature-gates" flag: ${reason}`);
