import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, constants, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { ServerLog } from './server-log.ts';

const directory = mkdtempSync(join(tmpdir(), 'log-'));
afterAll(() => rmSync(directory, { recursive: true }));

describe('the log', () => {
  it('writes lines and is well', async () => {
    const file = openSync(join(directory, 'log'), 'w');
    const log = new ServerLog('info', file);
    log.logger.info('one');
    log.check();
    await vi.waitFor(() => expect(readFileSync(join(directory, 'log'), 'utf8')).toMatch(/"msg":"one"\}\n$/));
    closeSync(file);
  });

  it('on a full file system loses lines, says so, and ends nothing', async () => {
    const file = openSync('/dev/full', 'w');
    const log = new ServerLog('info', file);
    for (let count = 0; count < 20; count++) log.logger.info('x'.repeat(1_000));
    await vi.waitFor(() => expect(() => log.check()).toThrow('logging blocked'));
    closeSync(file);
  });

  it('into a pipe that is not read keeps a bounded number of bytes', () => {
    const path = join(directory, 'pipe');
    execFileSync('mkfifo', [path]);
    // Never closed: the log goes on trying, and the number could be that of another file by then.
    const file = openSync(path, constants.O_RDWR | constants.O_NONBLOCK);
    const log = new ServerLog('info', file);
    for (let count = 0; count < 6; count++) log.logger.info('x'.repeat(1024 * 1024));
    expect(() => log.check()).toThrow('logging blocked');
  });

  it('has its last lines when the process ends', async () => {
    const module = new URL('./server-log.ts', import.meta.url).href;
    const script = `import { ServerLog } from ${JSON.stringify(module)};
      const log = new ServerLog('info', 1);
      for (let n = 0; n < 200; n++) log.logger.info('line ' + n + ' ' + 'x'.repeat(200));
      process.exit(0);`;
    const writer = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const text = (await writer.stdout.toArray()).join('');
    expect(text.match(/"msg":"line \d+ x{200}"\}\n/g)).toHaveLength(200);
  });

  it('goes on when a file system that was full has room again', async () => {
    const file = openSync('/dev/full', 'w');
    const log = new ServerLog('info', file);
    log.logger.info('one');
    await vi.waitFor(() => expect(() => log.check()).toThrow('logging blocked'));
    closeSync(file);
    // The lowest free descriptor is given out first: the log has this one now.
    expect(openSync(join(directory, 'later'), 'w')).toBe(file);
    await vi.waitFor(() => expect(readFileSync(join(directory, 'later'), 'utf8')).toContain('"msg":"one"'));
    await vi.waitFor(() => log.check());
    closeSync(file);
  });

  it('into a pipe that has no reader any more lets the process end', async () => {
    const module = new URL('./server-log.ts', import.meta.url).href;
    const script = `import { ServerLog } from ${JSON.stringify(module)};
      const log = new ServerLog('info', 1);
      process.stdin.once('data', () => {
        log.logger.info('one');
        process.exit(7);
      });`;
    const writer = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    writer.stdout.destroy();
    await once(writer.stdout, 'close');
    writer.stdin.write('begin');
    const end = setTimeout(() => writer.kill('SIGKILL'), 25_000);
    expect(await once(writer, 'exit')).toEqual([7, null]);
    clearTimeout(end);
  });
});
