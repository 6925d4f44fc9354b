import { aggregateErrors } from '../../util/aggregate.ts';

/** A value, or a promise of it where a call to another process is needed: nearly always the former. */
export type Maybe<T> = T | Promise<T>;

/** A value as it is stored, and in which form: by which provider and key. */
export interface Stored {
  bytes: Buffer;
  form: string;
}

/** A value as it was before it was encrypted, and the form in which it was found. */
export interface Plain {
  value: Buffer;
  form: string;
}

/**
 * One provider of the configuration: turns values into what is stored, and back. Both methods may throw TransformError.
 */
export interface Transformer {
  /** Every value that it has stored begins with this. */
  readonly prefix: Buffer;
  /** The same for metrics. */
  readonly label: string;
  /** The form in which `toStorage` writes now. */
  readonly form: string;
  /** `key` is the full key in the store: to some ciphers a value that was moved to another key is a forged one. */
  toStorage(value: Buffer, key: string): Maybe<Stored>;
  /** `payload` is what stands behind the prefix. */
  fromStorage(payload: Buffer, key: string): Maybe<Plain>;
}

/** A value that cannot be encrypted or decrypted. */
export class TransformError extends Error {
  override readonly name = 'TransformError';
  /** Nothing is wrong with the value: a service that is needed for it does not answer. */
  readonly mayPass: boolean;
  /** Name that gRPC has for the cause: `Unavailable`. */
  readonly code: string;

  constructor(message: string, options: { mayPass?: boolean; code?: string; cause?: unknown } = {}) {
    super(message, { cause: options.cause });
    this.mayPass = options.mayPass ?? false;
    this.code = options.code ?? 'Unknown';
  }

  /** The same error behind a text that says what was being done. */
  in(action: string): TransformError {
    return new TransformError(`${action}${this.message}`, this);
  }
}

/** Several errors in one, each text once; it may pass if one of them may. */
export function joinedErrors(errors: readonly TransformError[]): TransformError {
  if (errors.length === 1) return errors[0]!;
  const passing = errors.find(({ mayPass }) => mayPass);
  return new TransformError(aggregateErrors(errors), {
    mayPass: passing !== undefined,
    code: (passing ?? errors[0]!).code,
  });
}

/** Receives what happens for metrics. */
export interface EncryptionObserver {
  transformed(type: 'from_storage' | 'to_storage', label: string, status: string, seconds: number): void;
  dataKeyMissed(): void;
  dataKeyGenerated(seconds: number, succeeded: boolean): void;
  /** Receives the share of the cache of data keys that is in use: 0 to 1. */
  dataKeysCached(share: number): void;
  /** Seconds between two new entries of that cache. */
  dataKeyArrived(type: 'from_storage' | 'to_storage', seconds: number): void;
  reloaded(succeeded: boolean): void;
  /** A call to a plugin has ended; `code`: the status of gRPC. */
  pluginCalled(provider: string, method: string, code: string, seconds: number): void;
  /** A data key was encrypted or decrypted under this key of the plugin. */
  keyUsed(type: 'from_storage' | 'to_storage', provider: string, keyId: string): void;
  /** The status of the plugin has named its key. */
  keyNamed(provider: string, keyId: string): void;
  /** The status of the plugin had a key id that cannot be used; `error`: `empty`, `too_long`. */
  keyIdRefused(provider: string, error: string): void;
  /** Data keys of the plugin that are kept decrypted. */
  dataKeysKept(provider: string, count: number): void;
}
