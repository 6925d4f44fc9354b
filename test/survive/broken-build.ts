import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = new URL('../../', import.meta.url).pathname;

/** A copy of what is built, in a temporary folder, in which one line is another. */
export class BrokenBuild implements Disposable {
  readonly folder = mkdtempSync(join(tmpdir(), 'broken-build-'));

  /** Throws where the line is not, or more than once in one file: then nobody knows what is broken. */
  constructor(line: string, broken: string) {
    process.once('exit', () => this[Symbol.dispose]());
    cpSync(join(root, 'dist'), join(this.folder, 'dist'), { recursive: true });
    cpSync(join(root, 'package.json'), join(this.folder, 'package.json'));
    symlinkSync(join(root, 'node_modules'), join(this.folder, 'node_modules'));
    // What is bundled is what runs.
    const bundles = globSync('dist/commands/bundle/*.cjs', { cwd: this.folder });
    if (this.#replace(bundles, line, broken) === 0)
      throw new Error(`the servers do not have the line ${line}`);
  }

  #replace(files: readonly string[], line: string, broken: string): number {
    let found = 0;
    for (const file of files) {
      const path = join(this.folder, file);
      const parts = readFileSync(path, 'utf8').split(line);
      if (parts.length > 2) throw new Error(`${file} has the line ${line} more than once`);
      if (parts.length === 1) continue;
      writeFileSync(path, parts.join(broken));
      found++;
    }
    return found;
  }

  [Symbol.dispose](): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
