import { spawn } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
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
    const reader = spawn('sleep', ['60'], { stdio: ['pipe', 'ignore', 'ignore'] });
    const file = (reader.stdin as unknown as { _handle: { fd: number } })._handle.fd;
    const log = new ServerLog('info', file);
    for (let count = 0; count < 6; count++) log.logger.info('x'.repeat(1024 * 1024));
    expect(() => log.check()).toThrow('logging blocked');
    reader.kill();
  });
});
