import type { ApiObject } from '../../../api/meta/metadata.ts';
import type { KindDefinition } from '../../../api/schema/schema.ts';
import { withDefaults } from '../../../api/structural-schema/apply-defaults.ts';
import type { EncodedObject, StorageCodec } from '../../../registry/resource.ts';
import type { CustomKind } from '../kind/custom-kind.ts';
import { ownFields } from '../rules/own-fields.ts';
import type { InstanceDecoder } from './instance-decoder.ts';

/**
 * Instances in the version in which they are stored. They are written as they are, and read with the defaults that they
 * lack: a status that was taken out of a new instance gets its default whenever it is read.
 */
export class InstanceCodec implements StorageCodec {
  readonly isPlain = false;
  readonly #kind: CustomKind;
  readonly #decoder: InstanceDecoder;

  constructor(kind: CustomKind, decoder: InstanceDecoder) {
    this.#kind = kind;
    this.#decoder = decoder;
  }

  get written(): KindDefinition {
    return this.#kind.definition;
  }

  async encode(shaped: ApiObject, line: Buffer): Promise<EncodedObject> {
    if (this.#isComplete(shaped)) return { stored: line.subarray(0, -1), written: line };
    const { name = '', namespace = '' } = shaped.metadata;
    const { stored, isStale = false } = this.#decoder.decode(line, { name, namespace });
    return { stored, written: line, isStale };
  }

  /** Whether it is read as it is written. */
  #isComplete(object: ApiObject): boolean {
    const { node } = this.#kind;
    if (!object.metadata.generation) return false;
    if (node === undefined) return true;
    const fields = ownFields(object);
    return withDefaults(fields, node) === fields;
  }
}
