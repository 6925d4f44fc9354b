import type { Method } from '../../grpc/rpc.ts';
import { GrpcCode, RpcError } from '../../grpc/rpc-error.ts';
import { TransformError } from '../transformer.ts';
import { MessageType } from './messages.ts';
import type { PluginChannel } from './plugin-channel.ts';

/** Codes that are about the plugin or the way to it, never about what was asked. */
const aboutPlugin = new Set([
  ...['Unavailable', 'DeadlineExceeded', 'Canceled', 'ResourceExhausted'],
  ...['Unauthenticated', 'PermissionDenied', 'Unimplemented', 'Aborted'],
]);

/** A plugin that sends more bytes than this is none. */
const maxLength = 4 * 1024 * 1024;

/** Texts of the client's own errors by those that operators know from other API servers. */
const knownTexts = new Map([
  ['Deadline exceeded', 'context deadline exceeded'],
  ['Connection dropped', 'connection lost'],
  ['Stream refused by server', 'connection lost'],
]);

/** `rpc error: code = Unavailable desc = connection lost`. */
export const pluginErrorText = ({ codeName, details }: RpcError): string =>
  `rpc error: code = ${codeName} desc = ${knownTexts.get(details) ?? details}`;

/** A method of a plugin: what is asked and what is answered. */
export class KmsMethod<Request extends object, Response extends object> {
  readonly #method: Method<Request, Response>;

  constructor(path: string, request: string, response: string) {
    const requestType = new MessageType<Request>(request);
    const responseType = new MessageType<Response>(response);
    this.#method = {
      path,
      headers: {},
      encode: (message) => requestType.encode(message),
      decode: (bytes) => responseType.decode(bytes),
      maxLength,
    };
  }

  /** Rejects with TransformError. */
  async call(channel: PluginChannel, request: Request): Promise<Response> {
    try {
      return await channel.call(this.#method, request);
    } catch (cause) {
      const error =
        cause instanceof RpcError ? cause : new RpcError(GrpcCode.internal, (cause as Error).message);
      const { codeName: code } = error;
      throw new TransformError(pluginErrorText(error), { code, cause, mayPass: aboutPlugin.has(code) });
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
