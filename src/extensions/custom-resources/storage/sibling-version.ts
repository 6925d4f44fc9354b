import { Normalizer } from '../../../api/codec/normalizer.ts';
import type { ApiObject } from '../../../api/meta/metadata.ts';
import { apiVersionOf, type KindDefinition, type StructSchema } from '../../../api/schema/schema.ts';
import type { StoredResource } from '../../../registry/resource.ts';
import type { VersionConverter } from '../../../registry/version-converter.ts';

/**
 * Another version of a custom resource, for who owns fields that were set through it: as if versions differed by their
 * name and schema alone, also where a webhook knows better.
 */
export class SiblingVersion implements VersionConverter {
  readonly isStored = false;
  readonly #definition: KindDefinition;
  readonly #resource: StoredResource;

  constructor(definition: KindDefinition, resource: StoredResource) {
    this.#definition = definition;
    this.#resource = resource;
  }

  get schema(): StructSchema {
    return this.#definition.schema;
  }

  fromStored(stored: ApiObject): ApiObject {
    return inVersion(stored, this.#definition);
  }

  toStored(object: ApiObject): ApiObject {
    const stored = this.convertToStored(object);
    this.#resource.rules.applyDefaults?.(stored);
    return stored;
  }

  convertToStored(object: ApiObject): ApiObject {
    return inVersion(object, this.#resource.definition);
  }
}

/** The object as if this version differed from its own by name and schema alone. */
export function inVersion(object: ApiObject, definition: KindDefinition): ApiObject {
  const fields = new Normalizer().normalize(object, definition.schema);
  return { kind: definition.kind, apiVersion: apiVersionOf(definition), ...fields } as ApiObject;
}
