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
  readonly #metaGroup: string;

  constructor(clock: Clock, metaGroup: string) {
    this.#clock = clock;
    this.#metaGroup = metaGroup;
  }

  partial(object: ApiObject, version: string): object {
    return { kind: 'PartialObjectMetadata', apiVersion: `${this.#metaGroup}/${version}`, metadata: object.metadata };
  }

  partialList(objects: readonly ApiObject[], metadata: ListMetadata, version: string): object {
    const { remainingItemCount: _, ...shown } = metadata;
    return {
      kind: 'PartialObjectMetadataList',
      apiVersion: `${this.#metaGroup}/${version}`,
      metadata: shown,
      items: objects.map((object) => this.partial(object, version)),
    };
  }

  /** `columns` null leaves the definitions out: all but the first event of a watch. */
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
      apiVersion: `${this.#metaGroup}/${version}`,
      metadata,
      columnDefinitions: withColumns ? rules.columns.map(columnDefinition) : null,
      rows: objects.map((object) => this.#row(rules, object, version, include, now)),
    };
  }

  #row(rules: TableRules<ApiObject>, object: ApiObject, version: string, include: IncludeObject, now: number): object {
    const conditions = rules.conditions?.(object) ?? [];
    return {
      cells: rules.cells(object, now),
      ...(conditions.length > 0 ? { conditions } : {}),
      object: include === 'None' ? null : include === 'Object' ? object : this.partial(object, version),
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

/** One object in the form that was agreed on, as bytes. */
export function viewOf(
  views: Views,
  served: ServedResource,
  json: Buffer,
  accept: Negotiated,
  includeObject: string | undefined,
): Buffer {
  if (accept.as === undefined) return json;
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
