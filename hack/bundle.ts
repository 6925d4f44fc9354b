/**
 * Puts the modules of the programs into few files, as to find and load each of some hundred takes most of a start. Runs
 * after the compiler, whose output stays: the modules with which a program or a thread begins then load the bundle in place
 * of what they were. What is imported when it is needed is a file of its own. Packages stay in node_modules. Nothing is
 * renamed or shortened: stack traces name the functions of the sources.
 */
import { writeFileSync } from 'node:fs';
import { dirname, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type OutputChunk, type OutputOptions, type Plugin, rolldown } from 'rolldown';

const dist = fileURLToPath(new URL('../dist/', import.meta.url));

/** Modules look for files beside themselves: in the bundle they stand elsewhere. */
const ownPlaces = (folder: string): Plugin => ({
  name: 'own-places',
  transform(code, id) {
    if (!id.startsWith(dist) || !code.includes('import.meta')) return undefined;
    if (/import\.meta\.(dirname|filename)/.test(code))
      throw new Error(`${id}: only import.meta.url is placed anew`);
    const place = `new URL(${JSON.stringify(relative(folder, id))}, import.meta.url).href`;
    return { code: code.replaceAll('import.meta.url', place) };
  },
});

/** Writes the bundle of modules of `dist`, by name, and puts a line in place of each that loads its part of the bundle. */
async function bundle(
  folder: string,
  modules: Readonly<Record<string, string>>,
  codeSplitting: OutputOptions['codeSplitting'] = true,
): Promise<OutputChunk[]> {
  const made = await rolldown({
    input: Object.fromEntries(Object.entries(modules).map(([name, path]) => [name, `${dist}${path}.js`])),
    platform: 'node',
    external: /^[^./]/,
    plugins: [ownPlaces(folder)],
    // A module that is imported when it is needed may be there already.
    checks: { ineffectiveDynamicImport: false },
  });
  const { output } = await made.write({
    dir: folder,
    // Loaded at once, and without listing what modules of Node.js export: 10 ms less than as modules.
    format: 'cjs',
    entryFileNames: '[name].cjs',
    chunkFileNames: '[name].cjs',
    codeSplitting,
  });
  const chunks = output.filter((one) => one.type === 'chunk');
  for (const [name, path] of Object.entries(modules)) {
    const { exports } = chunks.find((chunk) => chunk.isEntry && chunk.name === name)!;
    writeFileSync(`${dist}${path}.js`, loaderOf(name, exports, `${dist}${path}`, folder));
  }
  return chunks;
}

function loaderOf(name: string, exports: readonly string[], path: string, folder: string): string {
  const from = relative(dirname(path), folder);
  const file = `${from.startsWith('.') ? from : `./${from}`}/${name}.cjs`;
  const load = `process.getBuiltinModule('node:module').createRequire(import.meta.url)('${file}')`;
  return exports.length === 0 ? `${load};\n` : `export const { ${exports.join(', ')} } = ${load};\n`;
}

/** With all that they import, these are what a `get` loads. */
const get =
  /[/]dist[/](commands[/]orchctl[/]main|cli[/]get[/]get(-tables)?|cli[/]shared[/](session[/]connection|discovery[/]discovery))[.]js$/;

async function bundleOrchctl(): Promise<void> {
  const modules = { main: 'commands/orchctl/main' };
  const groups = [{ name: 'start', test: get }];
  const chunks = await bundle(`${dist}commands/orchctl/bundle`, modules, { groups });
  // A package is some dozens of files: what needs one imports it when it is used.
  const imports = chunks.filter(({ name }) => name === 'start').flatMap((chunk) => chunk.imports);
  const packages = imports.filter((name) => !name.startsWith('node:') && !name.endsWith('.cjs'));
  if (imports.length === 0 || packages.length > 0)
    throw new Error(`every start loads ${packages.join(', ')}`);
}

await bundleOrchctl();
await bundle(`${dist}commands/bundle`, {
  apiserver: 'commands/apiserver/main',
  worker: 'commands/apiserver/workers/worker',
  'controller-manager': 'commands/controller-manager/main',
  'decoding-thread': 'commands/apiserver/decoding/thread',
  'yaml-thread': 'server/yaml/worker',
});
