import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const patterns = [
  /^(?:import|export)\s(?!type\s)[^;'"]*'(\.[^']+)'/gm,
  /\bimport\('(\.[^']+)'\)/g,
  /\bnew URL\('(\.[^']+\.ts)'/g,
];

/** The files of ours that a module loads, as they are written there; types load nothing. */
export const importsIn = (source: string): string[] =>
  patterns.flatMap((pattern) => [...source.matchAll(pattern)].map(([, path]) => path!));

/** Which files a file loads, and which of these load in turn. Paths are relative to `root`. */
export class ImportGraph {
  readonly #read: (file: string) => string | undefined;
  readonly #imports = new Map<string, string[]>();

  /** `read`: undefined where there is no such file. */
  constructor(read: (file: string) => string | undefined) {
    this.#read = read;
  }

  static of(root: string): ImportGraph {
    return new ImportGraph((file) => {
      try {
        return readFileSync(join(root, file), 'utf8');
      } catch {
        return undefined;
      }
    });
  }

  /** All that is loaded with a file, itself included. */
  reach(file: string): Set<string> {
    const reached = new Set([file]);
    for (const next of reached) for (const imported of this.#importsOf(next)) reached.add(imported);
    return reached;
  }

  #importsOf(file: string): string[] {
    let imports = this.#imports.get(file);
    if (imports === undefined) {
      imports = importsIn(this.#read(file) ?? '').map((path) => join(dirname(file), path));
      this.#imports.set(file, imports);
    }
    return imports;
  }
}

/**
 * The tests that a change of `file` is shown to, in two parts: those of its own folder, then the others. `reaches`: the
 * tests and what they load.
 */
export function testsOf(file: string, reaches: ReadonlyMap<string, ReadonlySet<string>>): string[][] {
  const loading = [...reaches].filter(([, reach]) => reach.has(file)).map(([test]) => test);
  const isBeside = (test: string): boolean => dirname(test) === dirname(file);
  return [loading.filter(isBeside), loading.filter((test) => !isBeside(test))].filter(
    (part) => part.length > 0,
  );
}
