import type { CelEnvironment } from '../cel/contract.ts';
import { environmentFor } from '../cel/environment.ts';
import { jsonPatchFunctions } from '../cel/library/json-patch.ts';
import { isReleasedBy } from '../meta/release.ts';

/** The newest release, in which everything may be used. */
const newest = '1.36';

/** For expressions that are written now, and for those that were written before. */
export interface EnvironmentPair {
  readonly fresh: CelEnvironment;
  readonly stored: CelEnvironment;
}

export interface EnvironmentSettings {
  /** The oldest release that other servers of the cluster may be of. By default the one before. */
  readonly minCompatibility?: string;
  /** Whether all functions cost what they take: policies of releases before 1.32 were lenient. */
  readonly isStrict?: boolean;
}

/** Environments for the expressions of policies in one release. Environments are made when they are needed. */
export class Environments {
  /** Whether the release knows these beside the objects, the request and the parameters. */
  readonly knows: { readonly authorizer: boolean; readonly namespaceAndVariables: boolean };
  readonly #minor: number;
  readonly #made = new Map<boolean, EnvironmentPair>();

  readonly #compatibility: number | undefined;
  readonly #isLenient: boolean;

  /** Without a release, that of the newest. */
  constructor(release: string = newest, { minCompatibility, isStrict = true }: EnvironmentSettings = {}) {
    this.#compatibility = minCompatibility === undefined ? undefined : Number(minCompatibility.split('.')[1]);
    this.#isLenient = !isStrict;
    this.#minor = Number(release.split('.')[1]);
    this.knows = {
      authorizer: isReleasedBy('1.27', release),
      namespaceAndVariables: isReleasedBy('1.28', release),
    };
  }

  /** `mutates`: with what only mutations use. */
  of({ mutates }: { mutates: boolean }): EnvironmentPair {
    let pair = this.#made.get(mutates);
    if (pair === undefined) this.#made.set(mutates, (pair = this.#make(mutates)));
    return pair;
  }

  #make(mutates: boolean): EnvironmentPair {
    const options = {
      release: this.#minor,
      hasAuthorizer: this.knows.authorizer,
      ...(this.#compatibility === undefined ? {} : { compatibility: this.#compatibility }),
      isLenient: this.#isLenient,
      functions: mutates ? jsonPatchFunctions : [],
    };
    return {
      fresh: environmentFor({ ...options, isStored: false }),
      stored: environmentFor({ ...options, isStored: true }),
    };
  }
}
