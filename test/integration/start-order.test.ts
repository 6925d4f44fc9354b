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

const policy = (version: string): string =>
  `{"apiVersion":"audit.k8s.io/${version}","kind":"Policy","rules":[{"level":"None"}]}`;

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
  [['--requestheader-client-ca-file=/none'], 'open /none: no such file or directory'],
  [
    ['--authorization-mode=Webhook', '--authorization-webhook-config-file=/none'],
    'invalid authorization config: stat /none: no such file or directory',
  ],
  [['--authentication-token-webhook-config-file=/none'], 'stat /none: no such file or directory'],
  [
    [`--audit-policy-file=${file('rules', policy('v1'))}`, '--audit-webhook-config-file=/none'],
    'initializing audit webhook: stat /none: no such file or directory',
  ],
  [
    [`--audit-policy-file=${file('beta', policy('v1beta1'))}`],
    'failed decoding: no kind "Policy" is registered for version "audit.k8s.io/v1beta1" in scheme "',
  ],
  [
    [`--client-ca-file=${file('authority', 'x')}`],
    `error loading CA bundle for "client-ca-bundle::${join(directory, 'authority')}": data does not contain any valid RSA or ECDSA certificates`,
  ],
  [
    [`--token-auth-file=${file('quoted', 'a,b,c\n"x')}`],
    'parse error on line 2, column 3: extraneous or missing " in quoted-field',
  ],
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
