import type { KmsConfiguration } from '../config/configuration.ts';
import { socketPath } from '../config/endpoint.ts';
import type { RemoteTransformer } from '../provider-set.ts';
import type { KmsDependencies } from './kms-dependencies.ts';
import { KmsV1Transformer } from './kms-v1.ts';
import { KmsV2Transformer } from './kms-v2.ts';
import { PluginChannel } from './plugin-channel.ts';

const defaultCacheSize = 1000;

/** Makes the provider of an entry of the configuration. Nothing is called before something is to be encrypted. */
export const createKmsTransformer =
  (shared: Omit<KmsDependencies, 'channel' | 'name'>) =>
  (
    { apiVersion, name, cachesize = defaultCacheSize, endpoint, timeout }: KmsConfiguration,
    prefix: string,
  ): RemoteTransformer => {
    const channel = new PluginChannel(socketPath(endpoint), timeout, shared.clock, (path, code, seconds) =>
      shared.observer.pluginCalled(name, path, code, seconds),
    );
    const dependencies = { ...shared, name, channel };
    return apiVersion === 'v2'
      ? new KmsV2Transformer(prefix, dependencies)
      : new KmsV1Transformer(prefix, cachesize, dependencies);
  };
