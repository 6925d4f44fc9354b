import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { dialects } from '../meta/dialect.ts';
import { definitionTree, serializeTree } from './definition-tree.ts';
import { loadDefinitions } from './load.ts';

const directory = fileURLToPath(new URL('../../../api-definitions', import.meta.url));

it('a saved tree has the definitions that the files have, in every release', () => {
  const folder = mkdtempSync(join(tmpdir(), 'definitions-'));
  try {
    const file = join(folder, 'saved.json');
    writeFileSync(file, serializeTree(definitionTree(directory)));
    for (const release of ['1.19', '1.26', undefined]) {
      const [saved, declared] = [file, directory].map((path) => loadDefinitions(path, dialects[0]!, release));
      expect(saved!.kinds.length).toBeGreaterThan(50);
      expect(saved!.groupVersions).toEqual(declared!.groupVersions);
      expect([...saved!.structs.keys()]).toEqual([...declared!.structs.keys()]);
      for (const [name, struct] of saved!.structs) {
        const own = (one: typeof struct) => one.fields.map(({ schema, ...field }) => [field, schema.type]);
        expect(own(struct), name).toEqual(own(declared!.structs.get(name)!));
      }
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});
