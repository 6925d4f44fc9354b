import { FeatureGates } from '../../../api/gates/feature-gates.ts';
import { dialects } from '../../../api/meta/dialect.ts';
import { loadDefinitions } from '../../../api/schema/load.ts';
import { allKinds } from '../../../kinds/index.ts';
import { BuiltInCodec } from '../../../registry/conversion/built-in-codec.ts';
import { StoredVersions } from '../../../registry/conversion/stored-versions.ts';
import { noRules } from '../../../registry/kind-rules.ts';
import { builtInPaths } from '../../../storage/key-table.ts';
import { StorageKeys } from '../../../storage/keys.ts';
import { StorageFormat } from '../../../storage/storage-format.ts';
import type { DecodeStored } from '../../../storage/watch-cache/entry.ts';
import { systemClock } from '../../../util/clock.ts';
import type { ThreadSettings } from './messages.ts';

/** The decoders of all types that are stored, by the prefix of their keys. */
export function decodersOf(settings: ThreadSettings): ReadonlyMap<string, DecodeStored> {
  const { release, allowsPrivileged: allowPrivileged } = settings;
  const gates = new FeatureGates(release, settings.gates);
  const dialect = dialects.find(({ name }) => name === settings.dialect)!;
  const { kinds } = loadDefinitions(settings.definitions, dialect, release, gates, settings.known);
  const keys = new StorageKeys(settings.prefix, builtInPaths(kinds, dialect));
  const rules = allKinds({ dialect, clock: systemClock, gates, allowPrivileged });
  const versions = new StoredVersions(kinds, dialect, settings.storedFor);
  const storage = { versions, format: new StorageFormat(settings.storesProtobuf) };
  const stored = kinds.filter((kind) => kind.storage);
  return new Map(
    stored.map((kind) => {
      const own = rules.find((one) => one.group === kind.group && one.kind === kind.kind) ?? noRules(kind);
      const prefix = keys.resource({ group: kind.group, resource: kind.plural });
      return [prefix, new BuiltInCodec(kind, own, storage).decode];
    }),
  );
}
