import type { ApiObject } from '../../api/meta/metadata.ts';
import type { EncodingMemory } from '../../registry/conversion/encoding-cache.ts';
import type { TableRules } from '../../registry/kind-rules.ts';
import type { Clock } from '../../util/clock.ts';
import type { ServedResource } from '../surface/api-surface.ts';
import { EntryEncoders } from './entry-encoders.ts';
import { scaleTable } from './scale-table.ts';
import { columnDefinitions, type IncludeObject, tableRules } from './tables.ts';

/** Nothing but the metadata of an object. `version`: the apiVersion of the answer. */
export function partialObject({ metadata }: ApiObject, version: string): object {
  return { kind: 'PartialObjectMetadata', apiVersion: version, metadata };
}

/** Turns objects into what clients would rather see: rows of a table, or nothing but metadata. */
export class Representations {
  /** The same of entries of the cache, for which much is kept. */
  readonly entryEncoders: EntryEncoders;
  readonly #clock: Clock;

  /** `memory`: for what is kept of entries. */
  constructor(clock: Clock, memory?: EncodingMemory) {
    this.entryEncoders = new EntryEncoders(clock, memory);
    this.#clock = clock;
  }

  /** `version`: the apiVersion of the answer, as everywhere here. */
  partial(object: ApiObject, version: string): object {
    return partialObject(object, version);
  }

  /** The Table of one object in the stored version, which may be changed. `withColumns` false leaves the definitions out. */
  table(
    served: ServedResource,
    object: ApiObject,
    version: string,
    include: IncludeObject,
    withColumns = true,
  ): object {
    const rules = tableRules(served);
    return {
      kind: 'Table',
      apiVersion: version,
      metadata: { resourceVersion: object.metadata.resourceVersion! },
      columnDefinitions: withColumns ? columnDefinitions(rules) : null,
      rows: [this.#row(served, rules, object, version, include)],
    };
  }

  /** The Table of a Scale. */
  scaleTable(served: ServedResource, scale: ApiObject, version: string, include: IncludeObject): object {
    const rules = scaleTable(served.custom !== undefined);
    const shown = { None: null, Metadata: this.partial(scale, version), Object: scale };
    return {
      kind: 'Table',
      apiVersion: version,
      metadata: { resourceVersion: scale.metadata.resourceVersion! },
      columnDefinitions: columnDefinitions(rules),
      rows: [{ cells: rules.cells(scale, this.#clock.now()), object: shown[include] }],
    };
  }

  #row(
    served: ServedResource,
    rules: TableRules<ApiObject>,
    object: ApiObject,
    version: string,
    include: IncludeObject,
  ): object {
    const cells = rules.cells(object, this.#clock.now());
    const conditions = rules.conditions?.(object) ?? [];
    const shown = include === 'None' ? null : served.codec.fromStored(object);
    return {
      cells,
      ...(conditions.length > 0 ? { conditions } : {}),
      object: include === 'Metadata' ? this.partial(shown!, version) : shown,
    };
  }
}
