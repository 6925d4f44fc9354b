import { apiVersionOf, type KindDefinition } from '../../api/schema/schema.ts';
import { BuiltInCodec, type BuiltInCodecOptions } from '../../registry/conversion/built-in-codec.ts';
import { isUnplaced, type ObjectPlace } from '../../registry/conversion/object-place.ts';
import { type AnyKindRules, noRules } from '../../registry/kind-rules.ts';
import { resourceKey } from '../../registry/resources.ts';
import { type StorageKeys, splitRelativeKey } from '../../storage/keys.ts';
import { readValue } from '../../storage/storage-format.ts';
import { hiddenFields } from './hidden-fields.ts';

/** A resource type whose objects lie below one prefix. */
export interface StoredPlace {
  /** `deployments.apps`, `pods`. */
  readonly resource: string;
  readonly prefix: string;
  /** Throws when the value is no object that may stand at this key. */
  read(value: Buffer, key: string): Finding;
}

/** The findings about one object. */
export interface Finding {
  /** It lacks its name or namespace. */
  readonly isUnplaced: boolean;
  /** Fields that the release does not have. */
  readonly hidden: Iterable<string>;
}

/** Records that servers share beside objects, by the first component of their keys. */
export const sharedNames: readonly string[] = ['masterleases', 'ranges', 'dialect', 'health'];

/**
 * Places of the built-in types in the store, each with the check of its objects. `kinds`: those of all releases;
 * `released`: those of the release that is asked about.
 */
export function builtInPlaces(
  kinds: readonly KindDefinition[],
  released: readonly KindDefinition[],
  rules: readonly AnyKindRules[],
  { keys, storage }: { keys: StorageKeys; storage: BuiltInCodecOptions },
): StoredPlace[] {
  return kinds
    .filter((kind) => kind.storage)
    .map((kind) => {
      const ofKind = rules.find((one) => one.group === kind.group && one.kind === kind.kind) ?? noRules(kind);
      const codec = new BuiltInCodec(kind, ofKind, storage);
      const prefix = keys.resource({ group: kind.group, resource: kind.plural });
      const inRelease = released.find(
        (one) => one.kind === kind.kind && apiVersionOf(one) === apiVersionOf(kind),
      );
      const read = (value: Buffer, key: string): Finding => {
        const { isUnplaced = false, stored } = codec.decode(
          value,
          splitRelativeKey(key.slice(prefix.length)),
        );
        const hidden = inRelease === undefined ? [] : hiddenFields(JSON.parse(stored.toString()), inRelease);
        return { isUnplaced, hidden };
      };
      return { resource: resourceKey(kind).replace(/\.$/, ''), prefix, read };
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
  const read = (bytes: Buffer, key: string): Finding => {
    const { kind, apiVersion, content } = readValue(bytes);
    if (kind !== names.kind || !known.has(apiVersion))
      throw new Error(`it is of kind ${kind}, version ${apiVersion}`);
    const { metadata } = content as { metadata?: Partial<ObjectPlace> };
    const place = splitRelativeKey(key.slice(prefix.length));
    return { isUnplaced: isUnplaced(metadata ?? {}, place, scope === 'Namespaced'), hidden: [] };
  };
  return { resource: `${names.plural}.${group}`, prefix, read };
}
