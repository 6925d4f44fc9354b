import { fileURLToPath } from 'node:url';
import { dialects } from '../../../src/api/meta/dialect.ts';
import { loadDefinitions } from '../../../src/api/schema/load.ts';
import type { StructSchema } from '../../../src/api/schema/schema.ts';
import { testedRelease } from '../release.ts';

const definitions = loadDefinitions(
  fileURLToPath(new URL('../../../api-definitions', import.meta.url)),
  dialects[1]!,
  testedRelease,
);

/** The shape of a kind, as the definitions give it. */
export function schemaOf(kind: string): StructSchema {
  return definitions.kinds.find((definition) => definition.kind === kind && definition.storage)!.schema;
}

export const allFields = (): boolean => true;
