import { createReadStream, lstatSync, readdirSync, readlinkSync, type Stats, statSync } from 'node:fs';
import { basename, join, posix } from 'node:path';
import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Pack, pack } from 'tar-stream';
import { CliError } from '../shared/errors/cli-error.ts';
import type { RunInContainer } from './run-in-container.ts';

/** Into a directory that is there, under its own name; else to that path. */
export async function copyToPod(
  run: RunInContainer,
  source: string,
  destination: string,
  isForUser: boolean,
): Promise<void> {
  if (statSync(source, { throwIfNoEntry: false }) === undefined) {
    throw new CliError(`${source} doesn't exist in local filesystem`);
  }
  const given = destination.length > 1 ? destination.replace(/\/+$/, '') : destination;
  const isDirectory = (await run(['test', '-d', given], { stderr: new PassThrough().resume() })) === 0;
  const target = isDirectory ? posix.join(given, basename(source)) : given;
  const folder = posix.dirname(target);
  const options = isForUser ? ['--no-same-permissions', '--no-same-owner', '-xmf', '-'] : ['-xmf', '-'];
  const archive = pack();
  const stdin = new PassThrough();
  const packing = packTree(archive, source, posix.basename(target)).then(
    () => archive.finalize(),
    (error: Error) => archive.destroy(error),
  );
  const piping = pipeline(archive, stdin);
  // It is waited for when the command has ended.
  piping.catch(() => {});
  const command = ['tar', ...options, ...(folder === '.' ? [] : ['-C', folder])];
  const code = await run(command, { stdin });
  stdin.destroy();
  await Promise.all([packing, piping.catch((error: Error) => failed(error, code))]);
  if (code !== 0) throw new CliError(`command terminated with exit code ${code}`, 1);
}

function failed(error: NodeJS.ErrnoException, code: number): void {
  // The command may end before it has read all: its own code says what is wrong then.
  if (code !== 0 && error.code === 'ERR_STREAM_PREMATURE_CLOSE') return;
  if (error.code === 'ERR_STREAM_PREMATURE_CLOSE')
    throw new CliError('the container took only a part of the copy');
  throw new CliError(error.message, 1, { cause: error });
}

async function packTree(archive: Pack, path: string, name: string): Promise<void> {
  // A link that the user names is followed; within a directory links stay links.
  const stats = statSync(path);
  if (stats.isDirectory()) return packDirectory(archive, path, name, stats);
  await packFile(archive, path, name, stats);
}

async function packDirectory(archive: Pack, path: string, name: string, stats: Stats): Promise<void> {
  await entry(archive, { ...headerOf(name, stats), type: 'directory' });
  for (const child of readdirSync(path).sort()) {
    const [below, called] = [join(path, child), `${name}/${child}`];
    const found = lstatSync(below);
    if (found.isDirectory()) await packDirectory(archive, below, called, found);
    else if (found.isSymbolicLink()) {
      await entry(archive, { ...headerOf(called, found), type: 'symlink', linkname: readlinkSync(below) });
    } else if (found.isFile()) await packFile(archive, below, called, found);
  }
}

interface EntryHeader {
  name: string;
  mode: number;
  mtime: Date;
  type?: 'directory' | 'symlink';
  linkname?: string;
}

const headerOf = (name: string, { mode, mtime }: Stats): EntryHeader => ({
  name,
  mode: mode & 0o7777,
  mtime,
});

function entry(archive: Pack, header: EntryHeader): Promise<void> {
  return new Promise((resolve, reject) => {
    archive.entry(header, (error) => (error ? reject(error) : resolve()));
  });
}

async function packFile(archive: Pack, path: string, name: string, stats: Stats): Promise<void> {
  const { size } = stats;
  if (size === 0) return void archive.entry(headerOf(name, stats), Buffer.alloc(0));
  const file = archive.entry({ ...headerOf(name, stats), size });
  // A file that grows meanwhile is copied as far as its entry says.
  await pipeline(createReadStream(path, { end: size - 1 }), file);
}
