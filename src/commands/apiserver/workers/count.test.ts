import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { supervisorFlags } from './count.ts';

const directory = mkdtempSync(join(tmpdir(), 'workers-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));
const config = join(directory, 'flags.yaml');
writeFileSync(
  config,
  'workers: 3\netcd-servers: [http://127.0.0.1:2379, http://127.0.0.1:2381]\nlogging-format: text\n',
);

const etcd = '--etcd-servers=http://127.0.0.1:2379';

it.each([
  { flags: [], workers: 1 },
  { flags: ['--workers=2', etcd], workers: 2 },
  { flags: ['--workers', '2', '--etcd-servers', 'http://127.0.0.1:2379'], workers: 2 },
  { flags: ['--workers=4', '--workers=2', etcd], workers: 2 },
  { flags: ['--workers=auto', etcd], workers: availableParallelism() },
  // The embedded store belongs to one process.
  { flags: ['--workers=auto'], workers: 1 },
  { flags: [`--config=${config}`], workers: 3 },
  { flags: [`--config=${config}`, '--workers=2'], workers: 2 },
  // A server alone reports what is wrong.
  { flags: ['--workers=2'], workers: 1 },
  { flags: ['--workers=x', etcd], workers: 1 },
  { flags: ['--config=/nonexistent'], workers: 1 },
])('$flags: $workers', ({ flags, workers }) => {
  expect(supervisorFlags(flags).workers).toBe(workers);
});

it('knows how to log as the workers do', () => {
  expect(supervisorFlags([`--config=${config}`, '-v=4'])).toEqual({
    workers: 3,
    verbosity: 4,
    loggingFormat: 'text',
  });
});
