import { type Dialect, fillPlaceholders } from '../../api/meta/dialect.ts';
import { isReleasedBy } from '../../api/meta/release.ts';
import { apiVersionOf, type Definitions, type KindDefinition } from '../../api/schema/schema.ts';
import { StartError } from '../start-error.ts';

type Level = 'alpha' | 'beta' | 'ga';

const levels: readonly Level[] = ['ga', 'beta', 'alpha'];
/** The word for all group-versions. */
export const everything = 'api/all';

/** Beta versions that came with this release or later are off by default. */
const betasOffSince = '1.24';
/** The beta versions that came later and are on all the same. */
const betasOn = ['flowcontrol.apiserver.{api}/v1beta3'];

/** The API groups and versions that `--runtime-config` switches on and off. */
export class RuntimeConfig {
  readonly #said: ReadonlyMap<string, boolean>;
  readonly #betasOn: readonly string[];

  /** `given`: from keys to `true` or `false`. Throws StartError for a key that means nothing. */
  constructor(given: ReadonlyMap<string, string>, definitions: Definitions, dialect: Dialect) {
    const known = knownKeys(definitions);
    for (const key of given.keys()) {
      const problem = known.has(withoutRoot(key)) ? undefined : problemOf(key, definitions);
      if (problem !== undefined) throw new StartError(problem);
    }
    this.#betasOn = betasOn.map((text) => fillPlaceholders(dialect, text));
    this.#said = new Map([...given].map(([key, value]) => [withoutRoot(key), value === 'true']));
  }

  /** The narrowest word counts: a resource type, its group-version, the level of the version, all. */
  isOn(kind: KindDefinition): boolean {
    const level = levelOf(kind.version);
    const groupVersion = apiVersionOf(kind);
    return (
      this.#said.get(`${groupVersion}/${kind.plural}`) ??
      this.#said.get(groupVersion) ??
      this.#said.get(keyOfLevel(level)) ??
      this.#said.get(everything) ??
      this.#isOnByDefault(kind)
    );
  }

  /** Whether its group-version, or it itself, is switched on by name. */
  isNamed(kind: KindDefinition): boolean {
    const groupVersion = apiVersionOf(kind);
    return this.#said.get(`${groupVersion}/${kind.plural}`) ?? this.#said.get(groupVersion) ?? false;
  }

  /** Keys that are switched on without a served kind: what they name has been removed, or its gate is off. */
  unserved(served: readonly KindDefinition[]): string[] {
    const keys = new Set(
      served.flatMap((kind) => [apiVersionOf(kind), `${apiVersionOf(kind)}/${kind.plural}`]),
    );
    const named = [...this.#said].filter(([key, isOn]) => isOn && !levelKeys.includes(key));
    return named.map(([key]) => key).filter((key) => !keys.has(key));
  }

  #isOnByDefault(kind: KindDefinition): boolean {
    const level = levelOf(kind.version);
    if (level !== 'beta') return level === 'ga';
    const { introduced } = kind.lifecycle;
    const isOld = introduced === undefined || !isReleasedBy(betasOffSince, introduced);
    return isOld || this.#betasOn.includes(apiVersionOf(kind));
  }
}

/** Reason why a key means nothing: there is no such group, or version of it. A resource type that is not there is passed over. */
function problemOf(key: string, { groupVersions }: Definitions): string | undefined {
  const [group = '', version] = key.split('/');
  if (version === undefined) return `runtime-config invalid key ${key}`;
  const isGroup = groupVersions.some((one) => one.group === group);
  if (!isGroup) return `unknown api groups ${key}`;
  const groupVersion = group === '' ? version : `${group}/${version}`;
  const isVersion = groupVersions.some((one) => apiVersionOf(one) === groupVersion);
  return isVersion ? undefined : `group version ${groupVersion} that has not been registered`;
}

function knownKeys({ groupVersions, kinds }: Definitions): Set<string> {
  return new Set([
    everything,
    ...levels.map(keyOfLevel),
    ...groupVersions.map(apiVersionOf),
    ...kinds.map((kind) => `${apiVersionOf(kind)}/${kind.plural}`),
  ]);
}

const keyOfLevel = (level: Level): string => `api/${level}`;
const levelKeys = [everything, ...levels.map(keyOfLevel)];

function levelOf(version: string): Level {
  if (version.includes('alpha')) return 'alpha';
  return version.includes('beta') ? 'beta' : 'ga';
}

/** The core group goes by its version and by its path: `v1`, `api/v1`. */
const withoutRoot = (key: string): string => key.replace(/^api\/(?=v\d)/, '');
