import type { KindDefinition } from '../../api/schema/schema.ts';
import { BuiltInCodec, type BuiltInCodecOptions } from '../../registry/conversion/built-in-codec.ts';
import { isUnplaced, type ObjectPlace } from '../../registry/conversion/object-place.ts';
import { type AnyKindRules, noRules } from '../../registry/kind-rules.ts';
import { resourceKey } from '../../registry/resources.ts';
import { type StorageKeys, splitRelativeKey } from '../../storage/keys.ts';
import { readValue } from '../../storage/storage-format.ts';

/** A resource type whose objects lie below one prefix. */
export interface StoredPlace {
  /** `deployments.apps`, `pods`. */
  readonly resource: string;
  readonly prefix: string;
  /** Whether the object lacks its name or namespace; throws when the value is no object that may stand at this key. */
  isUnplaced(value: Buffer, key: string): boolean;
}

/** Records that servers share beside objects, by the first component of their keys. */
export const sharedNames: readonly string[] = ['masterleases', 'ranges', 'dialect', 'health'];

/** Places of the built-in types in the store, each with the check of its objects. */
export function builtInPlaces(
  kinds: readonly KindDefinition[],
  rules: readonly AnyKindRules[],
  { keys, storage }: { keys: StorageKeys; storage: BuiltInCodecOptions },
): StoredPlace[] {
  return kinds
    .filter((kind) => kind.storage)
    .map((kind) => {
      const ofKind = rules.find((one) => one.group === kind.group && one.kind === kind.kind) ?? noRules(kind);
      const codec = new BuiltInCodec(kind, ofKind, storage);
      const prefix = keys.resource({ group: kind.group, resource: kind.plural });
      const unplaced = (value: Buffer, key: string): boolean =>
        codec.decode(value, splitRelativeKey(key.slice(prefix.length))).isUnplaced === true;
      return { resource: resourceKey(kind).replace(/\.$/, ''), prefix, isUnplaced: unplaced };
    });
}

interface Definition {
  spec?: {
    group?: string;
    scope?: string;
    names?: { plural?: string; kind?: string };
    version?: string;
    versions?: { name?: string }[];
  };
}

/** Place of the custom resources of a definition; undefined for a definition that says too little. */
export function customPlace({ spec }: Definition, keys: StorageKeys): StoredPlace | undefined {
  const { group, names, scope, versions = [{ name: spec?.version }] } = spec ?? {};
  if (group === undefined || names?.plural === undefined) return undefined;
  const prefix = keys.resource({ group, resource: names.plural });
  const known = new Set(versions.map(({ name }) => `${group}/${name}`));
  const unplaced = (bytes: Buffer, key: string): boolean => {
    const { kind, apiVersion, content } = readValue(bytes);
    if (kind !== names.kind || !known.has(apiVersion))
      throw new Error(`it is of kind ${kind}, version ${apiVersion}`);
    const { metadata } = content as { metadata?: Partial<ObjectPlace> };
    return isUnplaced(metadata ?? {}, splitRelativeKey(key.slice(prefix.length)), scope === 'Namespaced');
  };
  return { resource: `${names.plural}.${group}`, prefix, isUnplaced: unplaced };
}
