import { fileURLToPath } from 'node:url';
import { FeatureGates } from '../../../src/api/gates/feature-gates.ts';
import { dialects } from '../../../src/api/meta/dialect.ts';
import { loadDefinitions } from '../../../src/api/schema/load.ts';
import type { Definitions } from '../../../src/api/schema/schema.ts';
import { testedRelease } from '../release.ts';

const directory = fileURLToPath(new URL('../../../api-definitions', import.meta.url));

const known = new Map<string, Definitions>();

/** The product's definitions as they are in a release: whoever changes them reads its own. */
export const definitionsOf = (release = testedRelease, dialect = dialects[0]!): Definitions =>
  definitionsWith(new FeatureGates(release), dialect);

/** Those as they are with the gates. Read once for all tests of a process, as it takes half a second. */
export function definitionsWith(gates: FeatureGates, dialect = dialects[0]!): Definitions {
  const { release, settings, minCompatibility } = gates;
  const key = [dialect.name, release, settings, minCompatibility].join(' ');
  let definitions = known.get(key);
  if (definitions === undefined)
    known.set(key, (definitions = loadDefinitions(directory, dialect, release, gates)));
  return definitions;
}
