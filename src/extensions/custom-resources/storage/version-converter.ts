import type { ApiObject } from '../../../api/meta/metadata.ts';
import { apiVersionOf } from '../../../api/schema/schema.ts';
import { encodeStored } from '../../../registry/conversion/object-codec.ts';
import type { StoreConverter } from '../../../registry/resource.ts';
import { asStoredLine } from '../../../storage/storage-format.ts';
import type { DecodedEntry } from '../../../storage/watch-cache/entry.ts';
import type { CustomKind } from '../kind/custom-kind.ts';
import type { InstanceDecoder } from './instance-decoder.ts';

/** Converts objects of one definition to another of its versions. Rejects with a StatusError. */
export type ConvertInstances = (objects: readonly ApiObject[], apiVersion: string) => Promise<ApiObject[]>;

export interface ConverterOptions {
  kind: CustomKind;
  /** In which instances are stored. */
  storage: CustomKind;
  decoder: InstanceDecoder;
  /** Undefined where versions differ by their name alone. */
  convert: ConvertInstances | undefined;
}

/** Undefined for bytes that are no instance: whoever decodes them says why. */
function readable(
  decoder: InstanceDecoder,
  bytes: Buffer,
): ReturnType<InstanceDecoder['readStored']> | undefined {
  try {
    return decoder.readStored(bytes);
  } catch {
    return undefined;
  }
}

/** Between the version in which instances are stored and another one, or between all of them by a webhook. */
export function instanceConverter({ kind, storage, decoder, convert }: ConverterOptions): StoreConverter {
  const apiVersion = apiVersionOf(kind.definition);
  const storedVersion = apiVersionOf(storage.definition);

  const fromStore = async (bytes: Buffer): Promise<Buffer> => {
    if (convert === undefined) return bytes;
    const instance = readable(decoder, bytes);
    if (instance === undefined || instance.kind === kind) return bytes;
    const { object, isStale } = instance;
    const [converted] = await convert([object], apiVersion);
    return decoder.markConverted(encodeStored(converted!, kind.definition), isStale);
  };
  return {
    isRemote: convert !== undefined,
    fromStore,
    toStore: async (object): Promise<DecodedEntry> => {
      const { name = '', namespace = '' } = object.metadata;
      const place = { name, namespace };
      if (apiVersion === storedVersion) {
        const stored = encodeStored(object, kind.definition);
        return { ...decoder.decode(stored, place), written: asStoredLine(stored) };
      }
      const converted =
        convert === undefined
          ? { ...object, apiVersion: storedVersion }
          : (await convert([object], storedVersion))[0]!;
      const written = asStoredLine(encodeStored(converted, storage.definition));
      const { isStale: _, ...decoded } = decoder.decode(await fromStore(written), place);
      return { ...decoded, written, isConverted: true };
    },
  };
}
