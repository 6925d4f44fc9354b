import { writeJson } from '../api/codec/json.ts';
import type { Negotiated } from '../api/codec/negotiation.ts';
import type { ApiObject } from '../api/machinery/metadata.ts';
import { badRequest } from '../api/machinery/status.ts';
import type { TableColumn, TableRules } from '../registry/kind-rules.ts';
import { decodeServed } from '../registry/object-codec.ts';
import type { Clock } from '../util/clock.ts';
import type { ServedResource } from './api-surface.ts';

/** Metadata of a list, as it stands in every form of it. */
export interface ListMetadata {
  resourceVersion?: string;
  continue?: string;
  remainingItemCount?: number;
}

/** How much of each object a Table carries beside its cells. */
export type IncludeObject = 'None' | 'Metadata' | 'Object';

/** Turns objects into what clients would rather see: rows of a table, or nothing but metadata. */
export class Views {
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** `version`: the apiVersion of the answer, as everywhere here. */
  partial(object: ApiObject, version: string): object {
    return { kind: 'PartialObjectMetadata', apiVersion: version, metadata: object.metadata };
  }

  partialList(objects: readonly ApiObject[], metadata: ListMetadata, version: string): object {
    const { remainingItemCount: _, ...shown } = metadata;
    return {
      kind: 'PartialObjectMetadataList',
      apiVersion: version,
      metadata: shown,
      items: objects.map((object) => this.partial(object, version)),
    };
  }

  /** Of objects in the stored version. `withColumns` false leaves the definitions out. */
  table(
    served: ServedResource,
    objects: readonly ApiObject[],
    metadata: ListMetadata,
    version: string,
    include: IncludeObject,
    withColumns = true,
  ): object {
    const rules: TableRules<ApiObject> = served.resource.rules.table ?? defaultTable;
    const now = this.#clock.now();
    return {
      kind: 'Table',
      apiVersion: version,
      metadata,
      columnDefinitions: withColumns ? rules.columns.map(columnDefinition) : null,
      rows: objects.map((object) => this.#row(served, rules, object, version, include, now)),
    };
  }

  #row(
    served: ServedResource,
    rules: TableRules<ApiObject>,
    object: ApiObject,
    version: string,
    include: IncludeObject,
    now: number,
  ): object {
    const cells = rules.cells(object, now);
    const conditions = rules.conditions?.(object) ?? [];
    return {
      cells,
      ...(conditions.length > 0 ? { conditions } : {}),
      object: include === 'None' ? null : include === 'Object' ? served.form.fromStored(object) : this.partial(object, version),
    };
  }
}

/** The value of `includeObject`; Metadata when it is not given. */
export function parseIncludeObject(value: string | undefined): IncludeObject {
  if (value === undefined || value === '') return 'Metadata';
  if (value === 'None' || value === 'Metadata' || value === 'Object') return value;
  throw badRequest(
    `Unable to convert to Table as requested: includeObject: Invalid value: ${JSON.stringify(value)}: ` +
      "must be 'Metadata', 'Object', 'None', or empty",
  );
}

/** One object, given in the stored version, in the form that was agreed on, as bytes. */
export function viewOf(
  views: Views,
  served: ServedResource,
  json: Buffer,
  accept: Negotiated,
  includeObject: string | undefined,
): Buffer {
  if (accept.as === undefined) return served.form.json(json);
  const object = decodeServed(json);
  if (accept.as === 'PartialObjectMetadata') return Buffer.from(writeJson(views.partial(object, accept.version)));
  const metadata = { resourceVersion: object.metadata.resourceVersion! };
  return Buffer.from(
    writeJson(views.table(served, [object], metadata, accept.version, parseIncludeObject(includeObject))),
  );
}

function columnDefinition({ name, type, format, description, priority }: TableColumn): object {
  return { name, type, format, description, priority };
}

/** For kinds without columns of their own. */
const defaultTable: TableRules<ApiObject> = {
  columns: [
    { name: 'Name', type: 'string', format: 'name', description: 'Name of the object.', priority: 0 },
    { name: 'Created At', type: 'date', format: '', description: 'When the object was created.', priority: 0 },
  ],
  cells: ({ metadata }) => [metadata.name ?? '', metadata.creationTimestamp ?? null],
};
