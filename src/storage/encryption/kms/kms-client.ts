import { TransformError } from '../transformer.ts';
import type { GrpcChannel } from './grpc-channel.ts';
import { GrpcError } from './grpc-error.ts';
import { MessageType } from './messages.ts';

/** Codes that are about the plugin or the way to it, never about what was asked. */
const aboutPlugin = new Set([
  ...['Unavailable', 'DeadlineExceeded', 'Canceled', 'ResourceExhausted'],
  ...['Unauthenticated', 'PermissionDenied', 'Unimplemented', 'Aborted'],
]);

/** A method of a plugin: what is asked and what is answered. */
export class KmsMethod<Request extends object, Response extends object> {
  readonly #path: string;
  readonly #request: MessageType<Request>;
  readonly #response: MessageType<Response>;

  constructor(path: string, request: string, response: string) {
    this.#path = path;
    this.#request = new MessageType(request);
    this.#response = new MessageType(response);
  }

  /** Rejects with TransformError. */
  async call(channel: GrpcChannel, request: Request): Promise<Response> {
    try {
      return this.#response.decode(await channel.call(this.#path, this.#request.encode(request)));
    } catch (cause) {
      const code = cause instanceof GrpcError ? cause.code : 'Internal';
      throw new TransformError((cause as Error).message, { code, cause, mayPass: aboutPlugin.has(code) });
    }
  }
}

/**
 * Finds out what the failure of a decryption means. A plugin that says of one value that it cannot be decrypted, and
 * else works, is right; one that does not work at all may be right later.
 */
export async function judged(error: TransformError, check: () => Promise<void>): Promise<TransformError> {
  if (error.mayPass) return error;
  const works = await check().then(
    () => true,
    () => false,
  );
  return works ? error : new TransformError(error.message, { mayPass: true, code: error.code, cause: error });
}
