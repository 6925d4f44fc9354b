/**
 * The rooms of a wing of src/ never import each other in a circle. A room is a folder of the wing with all below it, or
 * a file beside these folders. dependency-cruiser knows circles of files, and of folders each with all below it: to it,
 * a file beside the folders of a wing is a part of the wing as a whole, and the wing a circle with each of its rooms.
 *
 *     node hack/rooms.ts [root]
 */
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

const root = process.argv[2] ?? new URL('..', import.meta.url).pathname;

/** `{ wing: 'server', room: 'filters' }` of `src/server/filters/audit.ts`; a file beside the folders is its own room. */
function placeOf(file: string): { wing: string; room: string } {
  const [, wing = '', room = ''] = file.split('/');
  return { wing, room };
}

/** The first import that makes one room depend on another, by both rooms. */
type Arrows = Map<string, Map<string, string>>;

/** The arrows between the rooms of each wing. */
function arrowsOf(files: readonly string[]): Map<string, Arrows> {
  const wings = new Map<string, Arrows>();
  for (const file of files) {
    const from = placeOf(file);
    for (const imported of importsOf(file)) {
      const to = placeOf(imported);
      if (to.wing !== from.wing || to.room === from.room) continue;
      const arrows = getOrMake(wings, from.wing);
      const targets = getOrMake(arrows, from.room);
      if (!targets.has(to.room)) targets.set(to.room, `${file} imports ${imported}`);
    }
  }
  return wings;
}

function getOrMake<V>(maps: Map<string, Map<string, V>>, key: string): Map<string, V> {
  const found = maps.get(key) ?? new Map<string, V>();
  maps.set(key, found);
  return found;
}

function importsOf(file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8');
  const specifiers = text.matchAll(/^(?:import|export|\}) [^;]*?'(\.[^']+)';|import\('(\.[^']+)'\)/gm);
  return [...specifiers].map(([, fixed, lazy]) => normalize(join(dirname(file), fixed ?? lazy!)));
}

/** The rooms that a room imports, by way of others as well. */
function reachableFrom(room: string, arrows: Arrows): Set<string> {
  const reached = new Set<string>();
  const open = [room];
  while (open.length > 0) {
    for (const next of arrows.get(open.pop()!)?.keys() ?? []) {
      if (!reached.has(next)) open.push(next);
      reached.add(next);
    }
  }
  return reached;
}

/** The imports between rooms that reach each other. */
function circularImports(arrows: Arrows): string[] {
  const reachable = new Map([...arrows.keys()].map((room) => [room, reachableFrom(room, arrows)]));
  return [...arrows].flatMap(([room, targets]) =>
    [...targets].filter(([target]) => reachable.get(target)?.has(room)).map(([, text]) => text),
  );
}

const files = globSync('src/*/**/*.{ts,tsx}', { cwd: root }).filter((file) => !file.endsWith('.test.ts'));
const offences = [...arrowsOf(files)].flatMap(([, arrows]) => circularImports(arrows));

if (offences.length > 0) {
  process.stderr.write(`rooms that import each other in a circle:\n${offences.sort().join('\n')}\n`);
  process.exit(1);
}
