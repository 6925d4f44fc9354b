/** Writes the definitions as the server reads them at its start: parsed, in one file. */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { definitionTree, serializeTree } from '../src/api/schema/definition-tree.ts';

const [from, to] = ['api-definitions', 'dist/api-definitions.json'].map((path) =>
  fileURLToPath(new URL(`../${path}`, import.meta.url)),
);
writeFileSync(to!, serializeTree(definitionTree(from!)));
