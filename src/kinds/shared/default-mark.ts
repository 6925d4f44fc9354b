import { type Dialect, fillPlaceholders } from '../../api/meta/dialect.ts';
import type { MetaV1ObjectMeta } from '../../api/schema/types.gen.ts';
import { type Column, nameColumn } from './table.ts';

/** The column Name, in which the class that is taken where none is named is marked: `fast (default)`. */
export function markedNameColumn(
  dialect: Dialect,
  templates: readonly string[],
): Column<{ metadata: MetaV1ObjectMeta }> {
  const annotations = templates.map((template) => fillPlaceholders(dialect, template));
  const isDefault = ({ annotations: given = {} }: MetaV1ObjectMeta): boolean =>
    annotations.some((annotation) => given[annotation] === 'true');
  return {
    ...nameColumn,
    cell: ({ metadata }) => `${metadata.name ?? ''}${isDefault(metadata) ? ' (default)' : ''}`,
  };
}
