import type { KindDefinition } from '../../api/schema/schema.ts';
import { StoreCodec, type StoreCodecOptions } from '../../registry/conversion/store-codec.ts';
import { type AnyKindRules, noRules } from '../../registry/kind-rules.ts';
import { resourceKey } from '../../registry/resources.ts';
import { relativeKey, type StorageKeys, splitRelativeKey } from '../../storage/keys.ts';
import { readValue } from '../../storage/storage-format.ts';

/** A resource type whose objects lie below one prefix. */
export interface StoredPlace {
  /** `deployments.apps`, `pods`. */
  readonly resource: string;
  readonly prefix: string;
  /** Throws when the value is no object that may stand at this key. */
  check(value: Buffer, key: string): void;
}

/** Records that servers share beside objects, by the first component of their keys. */
export const sharedNames: readonly string[] = ['masterleases', 'ranges', 'dialect', 'health'];

/** Where the built-in types lie, each with the check of its objects. */
export function builtInPlaces(
  kinds: readonly KindDefinition[],
  rules: readonly AnyKindRules[],
  { keys, storage }: { keys: StorageKeys; storage: StoreCodecOptions },
): StoredPlace[] {
  return kinds
    .filter((kind) => kind.storage)
    .map((kind) => {
      const ofKind = rules.find((one) => one.group === kind.group && one.kind === kind.kind) ?? noRules(kind);
      const codec = new StoreCodec(kind, ofKind, storage);
      const prefix = keys.resource({ group: kind.group, resource: kind.plural });
      const check = (value: Buffer, key: string): void =>
        void codec.decode(value, splitRelativeKey(key.slice(prefix.length)));
      return { resource: resourceKey(kind).replace(/\.$/, ''), prefix, check };
    });
}

interface Definition {
  spec?: {
    group?: string;
    names?: { plural?: string; kind?: string };
    version?: string;
    versions?: { name?: string }[];
  };
}

/** Where the custom resources of a definition lie; undefined for a definition that says too little. */
export function customPlace({ spec }: Definition, keys: StorageKeys): StoredPlace | undefined {
  const { group, names, versions = [{ name: spec?.version }] } = spec ?? {};
  if (group === undefined || names?.plural === undefined) return undefined;
  const prefix = keys.resource({ group, resource: names.plural });
  const known = new Set(versions.map(({ name }) => `${group}/${name}`));
  const check = (bytes: Buffer, key: string): void => {
    const { kind, apiVersion, content } = readValue(bytes);
    if (kind !== names.kind || !known.has(apiVersion))
      throw new Error(`it is of kind ${kind}, version ${apiVersion}`);
    const { name = '', namespace = '' } = ((content as { metadata?: object }).metadata ?? {}) as Place;
    if (relativeKey(namespace, name) !== key.slice(prefix.length))
      throw new Error(`it says that it is ${name} of namespace ${namespace || 'none'}`);
  };
  return { resource: `${names.plural}.${group}`, prefix, check };
}

interface Place {
  name?: string;
  namespace?: string;
}
