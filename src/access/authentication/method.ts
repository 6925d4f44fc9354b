import type { FeatureGates } from '../../api/gates/feature-gates.ts';
import type { Dialect } from '../../api/meta/dialect.ts';
import type { Objects } from '../../api/meta/lister.ts';
import type { ObjectMeta } from '../../api/meta/metadata.ts';
import type { Clock } from '../../util/clock.ts';
import type { Flag, FlagValues } from '../../util/flags.ts';
import type { ConfigObserver } from '../config-observer.ts';
import type { ConfigurationFile } from './configuration/configuration-file.ts';
import type { TokenCacheObserver } from './token-cache-observer.ts';
import type { TokenCounter } from './token-counter.ts';
import type { TokenVerifier } from './tokens/signatures.ts';

/** A way to find out who is asking, as the list of methods has it; makes an Authenticator or a TokenAuthenticator. */
export interface AuthenticationMethod<Made> {
  readonly name: string;
  readonly flags: readonly Flag[];
  /** undefined when the flags do not ask for the method. Rejects with a start-up error. */
  create(flags: FlagValues, dependencies: MethodDependencies): Promise<Made | undefined>;
}

export interface MethodDependencies {
  clock: Clock;
  dialect: Dialect;
  /** The gates of the release that is served. */
  gates: FeatureGates;
  objects: Objects;
  /** Resources to dispose of when the server stops. */
  resources: DisposableStack;
  /** Receives errors after which the method goes on: a file that cannot be read again. */
  report(message: string): void;
  /** The file that says whom to believe; undefined without one. */
  configuration?: ConfigurationFile | undefined;
  configObserver?: ConfigObserver | undefined;
  /** Receives how it went with a token of an issuer. */
  observeToken?: ((issuer: string, isKnown: boolean, milliseconds: number) => void) | undefined;
  /** Receives what the caches of decisions about tokens are asked. */
  tokenCache?: TokenCacheObserver | undefined;
  /** Receives for each request by client certificate how many seconds that is still valid. */
  certificateUsed?: ((secondsLeft: number) => void) | undefined;
  /** Receives the uses of tokens of service accounts that are counted. */
  tokenUsed?: TokenCounter | undefined;
  /** The keys of the process that signs tokens of service accounts; undefined when this one does. */
  signerKeys?: TokenVerifier | undefined;
  /** Undefined where nothing is written. */
  secretLabels?: SecretLabels | undefined;
}

/** Labels of stored Secrets. */
export interface SecretLabels {
  /** Nothing is written when the Secret is another one by then. */
  set(secret: ObjectMeta, label: string, value: string): Promise<void>;
}
