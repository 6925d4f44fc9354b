import { dialects } from '../../../api/meta/dialect.ts';
import type { ListMetadata, ObjectMeta } from '../../../api/meta/metadata.ts';

/** Rows as the server makes them of objects. */
export interface Table {
  kind: 'Table';
  metadata?: ListMetadata;
  /** Absent in events of a watch but the first one. */
  columnDefinitions?: readonly ColumnDefinition[] | null;
  rows?: readonly TableRow[] | null;
}

export interface ColumnDefinition {
  name: string;
  type: string;
  format?: string;
  description?: string;
  /** Not 0: shown with `-o wide` only. */
  priority?: number;
}

export interface TableRow {
  cells: readonly unknown[];
  /** Metadata, or the whole object where it was asked for. */
  object?: { metadata?: ObjectMeta } & Record<string, unknown>;
}

/** Servers of either dialect understand a part of it; one that has no Tables answers with whole objects. */
export const acceptTable = [
  ...dialects.flatMap(({ api }) =>
    ['v1', 'v1beta1'].map((v) => `application/json;as=Table;v=${v};g=meta.${api}`),
  ),
  'application/json',
].join(',');

export const isTable = (value: unknown): value is Table => (value as Table | null)?.kind === 'Table';
