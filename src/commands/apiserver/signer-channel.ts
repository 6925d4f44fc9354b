import {
  type SignerChannel,
  SignerError,
} from '../../access/authentication/external-signer/signer-channel.ts';
import { pluginErrorText } from '../../storage/encryption/kms/kms-client.ts';
import { PluginChannel } from '../../storage/encryption/kms/plugin-channel.ts';
import { GrpcCode, RpcError } from '../../storage/grpc/rpc-error.ts';
import { monotonicClock } from '../../util/clock.ts';

/** Calls to the process that signs tokens. `path` of its socket; with `@` before it an abstract one. */
export function connectSigner(path: string): SignerChannel {
  const channel = new PluginChannel(path.replace(/^@/, '\0'), 0, monotonicClock);
  return {
    call: async (method, request, timeout) => {
      try {
        return await channel.call(method, request, timeout);
      } catch (cause) {
        const error = cause instanceof RpcError ? cause : new RpcError(GrpcCode.internal, String(cause));
        throw new SignerError(pluginErrorText(error), error.codeName, cause);
      }
    },
    [Symbol.dispose]: () => channel[Symbol.dispose](),
  };
}
