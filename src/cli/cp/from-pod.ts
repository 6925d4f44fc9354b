import { createWriteStream, lstatSync, mkdirSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, posix, relative, resolve, sep } from 'node:path';
import { PassThrough, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { extract, type Header } from 'tar-stream';
import { CliError } from '../shared/errors/cli-error.ts';
import type { RunInContainer } from './run-in-container.ts';

/** The content of a directory goes into the destination, a file to its path, or into a directory that is there. */
export async function copyFromPod(
  run: RunInContainer,
  source: string,
  destination: string,
  warn: (line: string) => void,
): Promise<void> {
  const stdout = new PassThrough();
  const ending = new AbortController();
  const unpacking = new Unpacking(posix.normalize(source), destination, warn);
  const unpacked = unpacking.unpack(stdout).catch((error: Error) => {
    // There is no use in the rest.
    ending.abort(error);
    throw error;
  });
  unpacked.catch(() => {});
  const code = await run(['tar', 'cf', '-', source], { stdout }, ending.signal).finally(() => stdout.end());
  if (code !== 0) {
    await unpacked.catch(() => {});
    throw new CliError(`command terminated with exit code ${code}`);
  }
  await unpacked;
}

/** Writes what an archive has below a path of it. */
class Unpacking {
  /** The path as tar names it in its entries: without the slash of the root, and without steps up. */
  readonly #prefix: string;
  readonly #name: string;
  readonly #target: string;
  readonly #warn: (line: string) => void;
  #root = '';

  constructor(source: string, destination: string, warn: (line: string) => void) {
    this.#prefix = source.replace(/^(?:\.\.?\/|\/)+/, '').replace(/\/+$/, '');
    this.#name = basename(source);
    this.#target = resolve(destination);
    this.#warn = warn;
  }

  async unpack(archive: Readable): Promise<void> {
    const entries = extract();
    const piping = pipeline(archive, entries);
    piping.catch(() => {});
    for await (const entry of entries) {
      const { header } = entry;
      const path = this.#pathFor(header);
      if (path === undefined || !this.#isAllowed(header, path)) entry.resume();
      else if (header.type === 'directory') {
        mkdirSync(path, { recursive: true });
        entry.resume();
      } else {
        mkdirSync(dirname(path), { recursive: true });
        await pipeline(entry, createWriteStream(path, { mode: (header.mode ?? 0o644) & 0o777 }));
      }
    }
    await piping;
  }

  /** Target of an entry; undefined for one that would leave the target directory. */
  #pathFor(header: Header): string | undefined {
    const name = posix
      .normalize(header.name)
      .replace(/^(?:\.\/|\/)+/, '')
      .replace(/\/+$/, '');
    const isWhole = this.#prefix === '' || this.#prefix === '.';
    const isWithin = isWhole || name === this.#prefix || name.startsWith(`${this.#prefix}/`);
    if (!isWithin || name.split('/').includes('..')) {
      this.#warn(`warning: skipping ${JSON.stringify(header.name)}: it is not below what was asked for`);
      return undefined;
    }
    if (this.#root === '') this.#root = this.#rootFor(header, name);
    return join(this.#root, isWhole ? name : name.slice(this.#prefix.length));
  }

  /** A single file goes into a directory that is there. */
  #rootFor({ type }: Header, name: string): string {
    const isInto = statSync(this.#target, { throwIfNoEntry: false })?.isDirectory() === true;
    const isFile = type !== 'directory' && name === this.#prefix;
    return isInto && isFile ? join(this.#target, this.#name) : this.#target;
  }

  #isAllowed({ type, name, linkname }: Header, path: string): boolean {
    if (type === 'symlink' || type === 'link') {
      this.#warn(`warning: skipping symlink: ${JSON.stringify(name)} -> ${JSON.stringify(linkname ?? '')}`);
      return false;
    }
    if (!['file', 'directory', 'contiguous-file'].includes(type ?? 'file')) {
      this.#warn(`warning: skipping ${JSON.stringify(name)}: it is no file and no directory`);
      return false;
    }
    if (this.#isBelow(path)) return true;
    this.#warn(
      `warning: skipping ${JSON.stringify(name)}: a link leads out of ${JSON.stringify(this.#target)}`,
    );
    return false;
  }

  /** Follows links of this machine, of what is there already. */
  #isBelow(path: string): boolean {
    const root = realOf(this.#root);
    const real = realOf(path);
    const within = relative(root, real);
    return real === root || (within !== '..' && !within.startsWith(`..${sep}`));
  }
}

/** Real path of the part that exists, with the rest behind it; the root for a link that leads nowhere. */
function realOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    // A link to what is not there would be followed when it is written to.
    const isLink = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
    if (isLink) return sep;
    const parent = dirname(path);
    return parent === path ? path : join(realOf(parent), basename(path));
  }
}
