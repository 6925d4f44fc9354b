import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';

const program = join(import.meta.dirname, '../../dist/commands/apiserver.js');
const directory = mkdtempSync(join(tmpdir(), 'start-order-'));
afterAll(() => rmSync(directory, { recursive: true }));

function file(name: string, text: string): string {
  const path = join(directory, name);
  writeFileSync(path, text);
  return path;
}

/** The last words of a server whose store does not answer: without a reason to end it waits, and is killed. */
const lastWords = (flags: readonly string[]): Promise<string> =>
  new Promise((resolve) => {
    const store = ['--dialect=kubernetes', '--etcd-servers=http://127.0.0.1:1', '--secure-port=0'];
    const place = `--cert-dir=${join(directory, 'certificates')}`;
    const all = [program, ...store, place, ...flags];
    execFile(process.execPath, all, { timeout: 60_000 }, (_, stdout, stderr) => {
      const [, words = stderr + stdout] = /err="((?:[^"\\]|\\.)*)"/.exec(stderr + stdout) ?? [];
      resolve(words.replaceAll('\\"', '"'));
    });
  });

it.each([
  [['--client-ca-file=/none'], 'open /none: no such file or directory'],
  [['--token-auth-file=/none'], 'open /none: no such file or directory'],
  [['--service-account-key-file=/none'], 'open /none: no such file or directory'],
  [
    ['--service-account-max-token-expiration=-1h'],
    'the service-account-max-token-expiration must be between 1 hour and 2^32 seconds',
  ],
  [
    ['--enable-admission-plugins=PodSecurityPolicy'],
    'enable-admission-plugins plugin "PodSecurityPolicy" is unknown',
  ],
  [['--authorization-mode=Nope'], 'authorization-mode "Nope" is not a valid mode'],
  [['--audit-log-path=-', '--audit-log-maxage=-1'], "--audit-log-maxage -1 can't be a negative number"],
  [['--runtime-config=nope/v1=true'], 'unknown api groups nope/v1'],
  [
    [`--audit-policy-file=${file('policy', '{"apiVersion":"audit.k8s.io/v1","kind":"Policy"}')}`],
    `loading audit policy file: loaded illegal policy with 0 rules: from file ${join(directory, 'policy')}`,
  ],
  [
    [`--tracing-config-file=${file('tracing', '{"apiVersion":"apiserver.config.k8s.io/v1"}')}`],
    "failed to read tracing config: unable to decode tracing configuration data: Object 'Kind' is missing in",
  ],
])(
  '%j ends the start before the store is reached',
  async (flags, words) => {
    expect(await lastWords(flags)).toContain(words);
  },
  90_000,
);
