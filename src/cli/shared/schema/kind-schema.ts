import type { Dialect } from '../../../api/meta/dialect.ts';
import { ownDefinitions } from '../../../api/schema/definition-tree.ts';
import { loadDefinitions } from '../../../api/schema/load.ts';
import type { StructSchema } from '../../../api/schema/schema.ts';
import type { ServedResource } from '../discovery/served-api.ts';

export type SchemaOf = (type: Pick<ServedResource, 'group' | 'kind' | 'version'>) => StructSchema | undefined;

/** Merge rules of lists of built-in kinds; undefined for other kinds. Reads the definitions, for a fifth of a second. */
export function kindSchemas(dialect: Dialect): SchemaOf {
  const schemas = new Map(
    loadDefinitions(ownDefinitions(), dialect).kinds.map((kind) => [
      `${kind.group}/${kind.version}/${kind.kind}`,
      kind.schema,
    ]),
  );
  return ({ group, version, kind }) => schemas.get(`${group}/${version}/${kind}`);
}
