import { mkdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Files of one directory that are replaced together, while they are read. */
export interface ReplacedFiles {
  path(name: string): string;
  replace(files: Readonly<Record<string, string>>): void;
}

/** As tools do it that renew certificates: each file is written beside the old one and renamed. */
export class RenamedFiles implements ReplacedFiles {
  readonly #directory: string;

  constructor(directory: string, files: Readonly<Record<string, string>>) {
    this.#directory = directory;
    mkdirSync(directory, { recursive: true });
    this.replace(files);
  }

  path(name: string): string {
    return join(this.#directory, name);
  }

  replace(files: Readonly<Record<string, string>>): void {
    for (const [name, text] of Object.entries(files)) {
      writeFileSync(this.path(`.${name}.new`), text);
      renameSync(this.path(`.${name}.new`), this.path(name));
    }
  }
}

/** As Secrets are mounted into pods: names lead through `..data` to a directory, in place of which another one is put. */
export class MountedFiles implements ReplacedFiles {
  readonly #directory: string;
  #count = 0;

  constructor(directory: string, files: Readonly<Record<string, string>>) {
    this.#directory = directory;
    mkdirSync(directory, { recursive: true });
    this.replace(files);
    for (const name of Object.keys(files)) symlinkSync(join('..data', name), this.path(name));
  }

  path(name: string): string {
    return join(this.#directory, name);
  }

  replace(files: Readonly<Record<string, string>>): void {
    const version = `..version-${++this.#count}`;
    mkdirSync(this.path(version));
    for (const [name, text] of Object.entries(files)) writeFileSync(join(this.path(version), name), text);
    symlinkSync(version, this.path('..data_tmp'));
    renameSync(this.path('..data_tmp'), this.path('..data'));
  }
}
