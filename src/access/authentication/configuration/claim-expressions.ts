import { userInfoType } from '../../../api/cel/admission-types.ts';
import type { CelEnvironment, Compilation } from '../../../api/cel/contract.ts';
import { environmentFor } from '../../../api/cel/environment.ts';
import { boolType, dynType, mapOf, stringType } from '../../../api/cel/types/types.ts';

/** The environments of expressions about tokens: some see the claims, others the user that came of them. */
export class ClaimExpressions {
  readonly #release: string;
  #made: { claims: CelEnvironment; user: CelEnvironment } | undefined;

  /** `release`: `1.36`. */
  constructor(release: string) {
    this.#release = release;
  }

  /** An expression over `claims`, of any type. */
  mapping(text: string): Compilation {
    return this.#environments.claims.compile(text);
  }

  /** A condition over `claims`. */
  claimRule(text: string): Compilation {
    return this.#environments.claims.compile(text, [boolType]);
  }

  /** A condition over `user`. */
  userRule(text: string): Compilation {
    return this.#environments.user.compile(text, [boolType]);
  }

  /** Made when they are needed: few servers need them. */
  get #environments(): { claims: CelEnvironment; user: CelEnvironment } {
    if (this.#made === undefined) {
      const base = environmentFor({ release: Number(this.#release.split('.')[1]), isStored: true });
      this.#made = {
        claims: base.extended({ variables: { claims: mapOf(stringType, dynType) } }),
        user: base.extended({ variables: { user: userInfoType } }),
      };
    }
    return this.#made;
  }
}
