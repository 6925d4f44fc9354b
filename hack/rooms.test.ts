import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, it } from 'vitest';

const run = promisify(execFile);
const script = new URL('rooms.ts', import.meta.url).pathname;

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'rooms-'));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

function write(file: string, text: string): void {
  mkdirSync(dirname(join(directory, file)), { recursive: true });
  writeFileSync(join(directory, file), text);
}

/** The imports that the script objects to. */
async function offences(): Promise<string[]> {
  const { stderr } = await run(process.execPath, [script, directory]).catch((error) => error);
  return stderr.trim().split('\n').slice(1);
}

it('rooms that import each other by way of a third are told, whatever the form of the import', async () => {
  write('src/server/a/one.ts', "import type {\n  X,\n  Y,\n} from '../b/below/two.ts';\n");
  write('src/server/b/below/two.ts', "export { X } from '../../beside.ts';\nexport type Y = 1;\n");
  write('src/server/beside.ts', "export const later = () => import('./a/other.ts');\nexport type X = 1;\n");
  write('src/server/a/other.ts', 'export const x = 1;\n');
  expect(await offences()).toEqual([
    'src/server/a/one.ts imports src/server/b/below/two.ts',
    'src/server/b/below/two.ts imports src/server/beside.ts',
    'src/server/beside.ts imports src/server/a/other.ts',
  ]);
});

it('what goes one way, stays in one room, is a test or another wing is no circle', async () => {
  write('src/server/a/one.ts', "import '../b/two.ts';\nimport './three.ts';\n");
  write('src/server/a/three.ts', "import './one.ts';\n");
  write('src/server/b/two.ts', "import '../../util/four.ts';\n");
  write('src/server/b/two.test.ts', "import '../a/one.ts';\n");
  write('src/util/four.ts', "import '../server/b/two.ts';\n");
  expect(await offences()).toEqual([]);
});
