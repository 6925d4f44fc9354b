/** A method of the signer: its path, and its messages as bytes. */
export interface SignerMethod<Request, Response> {
  /** `/v1.ExternalJWTSigner/Sign`. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly encode: (request: Request) => Buffer;
  readonly decode: (bytes: Buffer) => Response;
  /** Bytes that an answer may have. */
  readonly maxLength: number;
}

/** Calls of gRPC to the process that signs. */
export interface SignerChannel extends Disposable {
  /** Gives up after so many milliseconds, with the wait for a connection. Rejects with SignerError. */
  call<Request, Response>(
    method: SignerMethod<Request, Response>,
    request: Request,
    timeout: number,
  ): Promise<Response>;
}

/** The failure of a call to the signer, or of what it answered. The message is for operators. */
export class SignerError extends Error {
  override readonly name = 'SignerError';
  /** `Unavailable`: the status of the call; undefined for an answer that cannot be used. */
  readonly code: string | undefined;

  constructor(message: string, code?: string, cause?: unknown) {
    super(message, { cause });
    this.code = code;
  }

  /** The same failure, with what was being done before it: `while signing jwt: …`. */
  in(doing: string): SignerError {
    return new SignerError(`${doing}: ${this.message}`, this.code, this);
  }
}

/** Receives how calls to the signer end. */
export interface SignerObserver {
  /** `code`: `OK`, `Unavailable`. */
  called(path: string, code: string, seconds: number): void;
  /** With an answer that could not be used, `code` is `unknown-non-grpc`. */
  signed(code: string): void;
  keysFetched(code: string): void;
  /** Receives the time at which the signer took its keys from their source, in seconds since 1970. */
  keysAreOf(seconds: number): void;
}

/** The status of an error in metrics. */
export const codeOf = (error: unknown): string =>
  (error instanceof SignerError ? error.code : undefined) ?? 'unknown-non-grpc';
