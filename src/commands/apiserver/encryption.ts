import { groupResourceText } from '../../api/meta/status.ts';
import type { KindDefinition } from '../../api/schema/schema.ts';
import type { Metrics } from '../../server/metrics/metrics.ts';
import { configurationRules } from '../../storage/encryption/config/release-rules.ts';
import { ConfiguredEncryption } from '../../storage/encryption/configured-encryption.ts';
import type { ResourceOfKey } from '../../storage/encryption/encrypting-kv.ts';
import type { StorageKeys } from '../../storage/keys.ts';
import { monotonicClock } from '../../util/clock.ts';
import { StartError } from '../start-error.ts';
import type { ApiServerOptions } from './options.ts';

/** Reads the configuration of encryption. Throws StartError where it cannot be used. */
export async function openEncryption(
  options: ApiServerOptions,
  metrics: Pick<Metrics, 'encryption' | 'encryptionConfig'>,
  report: (message: string) => void,
): Promise<ConfiguredEncryption> {
  const { dialect, settings } = options;
  const { gates } = settings;
  try {
    return await ConfiguredEncryption.open({
      file: options.encryptionProviderConfig,
      follows: options.followsEncryptionConfig,
      encryptedPrefix: dialect.encryptedPrefix,
      rules: configurationRules(gates, dialect.api),
      writesAuthenticated: gates.isIn('1.25'),
      writesSeeds: gates.isOn('KMSv2KDF') || gates.isIn('1.29'),
      observer: metrics.encryption,
      configObserver: metrics.encryptionConfig,
      clock: monotonicClock,
      report,
    });
  } catch (error) {
    throw new StartError((error as Error).message, { cause: error });
  }
}

/**
 * Finds the resource type of a key: of those that are built in by where their objects are; any other key below a group
 * and a plural is that of a custom resource. Leases and ranges that servers share have names of their own in configurations.
 */
export function resourceOfKey(keys: StorageKeys, kinds: readonly KindDefinition[]): ResourceOfKey {
  const byPrefix = new Map<string, string>();
  for (const { storage, group, storedAs, plural } of kinds) {
    const type = { group: storedAs.group, resource: plural };
    if (storage) byPrefix.set(keys.resource({ group, resource: plural }), groupResourceText(type));
  }
  byPrefix.set(`${keys.shared('masterleases')}/`, 'apiServerIPInfo');
  const ranges = new Map([
    [keys.shared('ranges', 'serviceips'), 'serviceipallocations'],
    [keys.shared('ranges', 'secondaryserviceips'), 'serviceipallocations'],
    [keys.shared('ranges', 'servicenodeports'), 'servicenodeportallocations'],
  ]);
  return (key) => {
    if (!key.startsWith(keys.prefix)) return undefined;
    const first = key.indexOf('/', keys.prefix.length) + 1;
    const second = key.indexOf('/', first) + 1;
    if (first === 0) return undefined;
    const builtIn = (second > 0 && byPrefix.get(key.slice(0, second))) || byPrefix.get(key.slice(0, first));
    if (builtIn || second === 0) return builtIn || ranges.get(key);
    const group = key.slice(keys.prefix.length, first - 1);
    return group.includes('.') ? `${key.slice(first, second - 1)}.${group}` : undefined;
  };
}
