import type { Dialect } from '../../api/machinery/dialect.ts';
import type { Clock } from '../../util/clock.ts';

/** A way to find out who is asking, as the list of methods has it; makes an Authenticator or a TokenAuthenticator. */
export interface AuthenticationMethod<Made> {
  readonly name: string;
  readonly flags: readonly MethodFlag[];
  /** undefined when the flags do not ask for the method. Rejects with a text for the operator. */
  create(flags: FlagValues, dependencies: MethodDependencies): Promise<Made | undefined>;
}

export interface MethodFlag {
  /** Without its dashes. */
  readonly name: string;
  /** What its value is, for the help: `file`. */
  readonly value: string;
  readonly description: string;
}

/** By the name of the flag; absent when it was not given. */
export type FlagValues = Readonly<Partial<Record<string, string>>>;

export interface MethodDependencies {
  clock: Clock;
  dialect: Dialect;
  /** What is to be let go when the server ends. */
  resources: DisposableStack;
  /** Told what went wrong while the method goes on: a file that cannot be read again. */
  report(error: Error): void;
}
