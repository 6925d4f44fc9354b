import { startsWith } from './ciphers/keyed-transformer.ts';
import {
  type EncryptionObserver,
  joinedErrors,
  type Maybe,
  type Plain,
  type Stored,
  TransformError,
  type Transformer,
} from './transformer.ts';

/**
 * The providers of a resource in their order: the first one writes; all whose prefix a value has are tried to read it,
 * one after the other.
 */
export class TransformerChain {
  readonly #transformers: readonly Transformer[];
  readonly #observer: EncryptionObserver;
  readonly #isUnlisted: boolean;

  /** `isUnlisted`: the configuration does not mention the resource; that is no transformation to count. */
  constructor(transformers: readonly Transformer[], observer: EncryptionObserver, isUnlisted = false) {
    this.#transformers = transformers;
    this.#observer = observer;
    this.#isUnlisted = isUnlisted;
  }

  /** The form in which a value is written now. */
  get form(): string {
    return this.#transformers[0]!.form;
  }

  toStorage(value: Buffer, key: string): Maybe<Stored> {
    const first = this.#transformers[0]!;
    if (this.#isUnlisted) return first.toStorage(value, key);
    const begun = performance.now();
    const done = (status: string): void => this.#observe('to_storage', first.label, status, begun);
    return settled(
      () => first.toStorage(value, key),
      (stored) => {
        done('OK');
        return stored;
      },
      (error) => {
        done(codeOf(error));
        throw error;
      },
    );
  }

  fromStorage(bytes: Buffer, key: string): Maybe<Plain> {
    if (this.#isUnlisted) return this.#transformers[0]!.fromStorage(bytes, key);
    return this.#read(bytes, key, { at: 0, errors: [], begun: performance.now() });
  }

  #read(bytes: Buffer, key: string, state: Attempts): Maybe<Plain> {
    const { errors, begun } = state;
    for (; state.at < this.#transformers.length; state.at++) {
      const transformer = this.#transformers[state.at]!;
      const { prefix, label } = transformer;
      if (!startsWith(bytes, prefix)) continue;
      const next = state.at + 1;
      return settled(
        () => transformer.fromStorage(bytes.subarray(prefix.length), key),
        (plain) => {
          this.#observe('from_storage', label, 'OK', begun);
          return plain;
        },
        (error) => {
          if (!(error instanceof TransformError)) throw error;
          // Identity finds out in this way that a value is encrypted: that another one has to read it.
          if (prefix.length > 0) {
            this.#observe('from_storage', label, error.code, begun);
            errors.push(error);
          }
          return this.#read(bytes, key, { ...state, at: next });
        },
      );
    }
    if (errors.length > 0) throw joinedErrors(errors);
    this.#observe('from_storage', 'unknown', 'Unknown', begun);
    throw new TransformError('no matching prefix found');
  }

  #observe(type: 'from_storage' | 'to_storage', label: string, status: string, begun: number): void {
    this.#observer.transformed(type, label, status, (performance.now() - begun) / 1000);
  }
}

interface Attempts {
  at: number;
  errors: TransformError[];
  begun: number;
}

const codeOf = (error: unknown): string => (error instanceof TransformError ? error.code : 'Unknown');

/** Goes on with a result or an error, at once where it is there at once. */
function settled<T, Result>(
  call: () => Maybe<T>,
  done: (value: T) => Maybe<Result>,
  failed: (error: unknown) => Maybe<Result>,
): Maybe<Result> {
  let value: Maybe<T>;
  try {
    value = call();
  } catch (error) {
    return failed(error);
  }
  return value instanceof Promise ? value.then(done, failed) : done(value);
}
