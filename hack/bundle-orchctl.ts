/**
 * Puts the modules of orchctl into few files, as to find and load each of some hundred takes most of its start. Runs after
 * the compiler, whose output stays: `dist/commands/orchctl.js` then loads `dist/commands/orchctl/bundle/` in place of it.
 * What `get` needs is one file; what other commands need are files of their own, loaded when they are called. Packages stay
 * in node_modules. Nothing is renamed or shortened: stack traces name the functions of the sources.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Plugin, rolldown } from 'rolldown';

const dist = fileURLToPath(new URL('../dist/', import.meta.url));
const program = `${dist}commands/orchctl.js`;
const folder = `${dist}commands/orchctl/bundle`;

/** With all that they import, these are what a `get` loads. */
const start =
  /[/]dist[/](commands[/]orchctl[/]main|cli[/]get[/]get(-tables)?|cli[/]shared[/](session[/]connection|discovery[/]discovery))[.]js$/;

/** Modules look for files beside themselves: in the bundle they stand elsewhere. */
const ownPlaces: Plugin = {
  name: 'own-places',
  transform(code, id) {
    if (!id.startsWith(dist) || !code.includes('import.meta.url')) return undefined;
    const place = `new URL(${JSON.stringify(relative(folder, id))}, import.meta.url).href`;
    return { code: code.replaceAll('import.meta.url', place) };
  },
};

const bundle = await rolldown({
  input: { main: `${dist}commands/orchctl/main.js` },
  platform: 'node',
  external: /^[^./]/,
  plugins: [ownPlaces],
  // A module that is imported when it is needed may be there already.
  checks: { ineffectiveDynamicImport: false },
});
const { output } = await bundle.write({
  dir: folder,
  // Loaded at once, and without listing what modules of Node.js export: 10 ms less than as modules.
  format: 'cjs',
  entryFileNames: '[name].cjs',
  chunkFileNames: '[name].cjs',
  codeSplitting: { groups: [{ name: 'start', test: start }] },
});

// A package is some dozens of files: what needs one imports it when it is used.
const imports = output.flatMap((one) => (one.type === 'chunk' && one.name === 'start' ? one.imports : []));
const packages = imports.filter((name) => !name.startsWith('node:') && !name.endsWith('.cjs'));
if (imports.length === 0 || packages.length > 0) throw new Error(`every start loads ${packages.join(', ')}`);

const before = "await import('./orchctl/main.js')";
const after =
  "process.getBuiltinModule('node:module').createRequire(import.meta.url)('./orchctl/bundle/main.cjs')";
const text = readFileSync(program, 'utf8');
if (!text.includes(before)) throw new Error(`${program} does not contain: ${before}`);
writeFileSync(program, text.replace(before, after));
