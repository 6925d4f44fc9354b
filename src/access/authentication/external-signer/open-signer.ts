import type { FeatureGates } from '../../../api/gates/feature-gates.ts';
import { formatDuration } from '../../../util/duration.ts';
import type { FlagValues } from '../../../util/flags.ts';
import { maxTokenLifetime, signingEndpoint } from '../tokens/settings.ts';
import { ExternalSigner } from './external-signer.ts';
import { codeOf, type SignerChannel, SignerError, type SignerObserver } from './signer-channel.ts';
import { SignerKeys } from './signer-keys.ts';
import { signerMethods } from './signer-methods.ts';

/** Milliseconds in which the signer has to say what it can, once its keys are known. */
const metadataTimeout = 10_000;
/** Seconds: tokens that are asked for live at least as long. */
const shortestLife = 600;

export interface SignerDependencies {
  gates: FeatureGates;
  observer: SignerObserver;
  /** `path` of the socket; with `@` before it an abstract one. */
  connect(path: string): SignerChannel;
  resources: DisposableStack;
  report(message: string): void;
}

/** Undefined when tokens are signed here, or nowhere. Waits for the signer; rejects with a start-up error. */
export async function openSigner(
  flags: FlagValues,
  { gates, observer, connect, resources, report }: SignerDependencies,
): Promise<ExternalSigner | undefined> {
  const path = signingEndpoint(flags, gates);
  if (path === undefined) return undefined;
  const limit = maxTokenLifetime(flags);
  const channel = measured(resources.use(connect(path)), observer);
  const methods = signerMethods(gates.isIn('1.34') ? 'v1' : 'v1alpha1');
  const setUp = (error: SignerError): never => {
    throw error.in('while setting up external-jwt-signer');
  };
  const keys = await SignerKeys.open({ channel, methods, observer, report }).catch(setUp);
  resources.use(keys);
  const { max_token_expiration_seconds: maxLifetime } = await channel
    .call(methods.metadata, {}, metadataTimeout)
    .catch(setUp);
  checkLifetime(maxLifetime, limit);
  return new ExternalSigner({ channel, methods, keys, observer, maxLifetime });
}

/** Tells the observer how long calls take. */
const measured = (channel: SignerChannel, observer: SignerObserver): SignerChannel => ({
  call: async (method, request, timeout) => {
    const begun = performance.now();
    let code = 'OK';
    try {
      return await channel.call(method, request, timeout);
    } catch (error) {
      code = codeOf(error);
      throw error;
    } finally {
      observer.called(method.path, code, (performance.now() - begun) / 1000);
    }
  },
  [Symbol.dispose]: () => channel[Symbol.dispose](),
});

/** Both in seconds; `limit`: of the flag. */
function checkLifetime(maxLifetime: number, limit = 0): void {
  if (maxLifetime < shortestLife)
    throw new SignerError(
      `max token life supported by external-jwt-signer (${maxLifetime}s) is less than acceptable (min ${shortestLife}s)`,
    );
  if (limit > maxLifetime)
    throw new SignerError(
      'service-account-max-token-expiration cannot be set longer than the token expiration supported by ' +
        `service-account-signing-endpoint: ${secondsText(limit)} > ${secondsText(maxLifetime)}`,
    );
}

/** `1h0m0s`. */
const secondsText = (seconds: number): string => formatDuration(BigInt(seconds) * 1_000_000_000n);
