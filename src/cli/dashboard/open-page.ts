import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const openers: Readonly<Record<string, readonly string[]>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', ''],
};

/** Milliseconds after which a browser has read the file. */
const keptFor = 30_000;

/**
 * Opens the page in the user's browser, by a file that leads there and only the user can read: the words of a command are
 * shown to every user of the machine, and the URL has the token.
 */
export async function openPage(url: string, report: (problem: string) => void): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'orchctl-dashboard-'));
  const file = join(folder, 'open.html');
  writeFileSync(file, `<!doctype html><meta http-equiv="refresh" content="0; url=${url}">\n`, {
    mode: 0o600,
  });
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  setTimeout(remove, keptFor).unref();
  process.once('exit', remove);
  const [program = '', ...words] = openers[process.platform] ?? ['xdg-open'];
  const child = spawn(program, [...words, pathToFileURL(file).href], { stdio: 'ignore', detached: true });
  child.once('error', () => report('No browser could be opened: open the URL yourself.'));
  child.unref();
}
