import type { FeatureGates } from '../../api/gates/feature-gates.ts';
import type { Dialect } from '../../api/meta/dialect.ts';
import type { Objects } from '../../api/meta/lister.ts';
import type { Clock } from '../../util/clock.ts';
import type { Flag, FlagValues } from '../../util/flags.ts';
import type { ConfigObserver } from '../config-observer.ts';
import type { Authorizer, RuleResolver } from './authorizer.ts';
import type { RolePolicy } from './rbac/role-policy.ts';

/** A way to say what is allowed, as the list of modes has it. */
export interface AuthorizationMode {
  /** Name in `--authorization-mode`. */
  readonly name: string;
  readonly flags: readonly Flag[];
  /** The flag that must name a file for the mode, and what the file is called in messages. */
  readonly file?: { readonly flag: string; readonly title: string };
  /** Rejects with a start-up error. */
  create(flags: FlagValues, dependencies: ModeDependencies): Promise<Authorizer & RuleResolver>;
}

/** All authorizers of a server as one. */
export interface CreatedAuthorizer {
  readonly authorizer: Authorizer & RuleResolver;
  /** Whether everything is allowed to everybody. */
  readonly allowsAll: boolean;
}

export interface ModeDependencies {
  clock: Clock;
  dialect: Dialect;
  /** The gates of the release that is served. */
  gates: FeatureGates;
  objects: Objects;
  /** The RBAC policy, which is shared with other parts. */
  policy: RolePolicy;
  /** Resources to dispose of when the server stops. */
  resources: DisposableStack;
  /** Receives errors after which the mode goes on. */
  report(message: string): void;
  configObserver?: ConfigObserver | undefined;
}
