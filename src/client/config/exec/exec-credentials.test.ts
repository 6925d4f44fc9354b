import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testValidity } from '../../../../test/support/unit/https-server.ts';
import { dialects } from '../../../api/meta/dialect.ts';
import { type Identity, issueClient, makeAuthority } from '../../../util/x509.ts';
import type { ClusterEntry } from '../config-document.ts';
import type { ExecSection } from '../exec-section.ts';
import { ExecCredentials } from './exec-credentials.ts';
import { type ExecHost, type ExecRun, systemExecHost } from './exec-host.ts';

const apiVersion = 'client.authentication.k8s.io/v1';
const cluster: ClusterEntry = {
  server: 'https://a',
  tlsServerName: 'n',
  insecure: false,
  authorityFile: '',
  authorityData: 'pem',
  proxyUrl: '',
  extensions: new Map([['client.authentication.k8s.io/exec', { region: 'x' }]]),
};
const usual: ExecSection = {
  command: 'get-token',
  args: ['-a'],
  env: [{ name: 'FLAVOUR', value: 'sweet' }],
  apiVersion,
  installHint: '',
  provideClusterInfo: false,
  interactiveMode: 'IfAvailable',
};
const status = (fields: object) => JSON.stringify({ kind: 'ExecCredential', apiVersion, status: fields });

let user: Identity;
let other: Identity;
let folder: string;
beforeAll(async () => {
  const authority = await makeAuthority('ca', testValidity());
  user = await issueClient(authority, { commonName: 'me' }, testValidity());
  other = await issueClient(authority, { commonName: 'me' }, testValidity());
  folder = mkdtempSync(join(tmpdir(), 'exec-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

type Output = string | { code: number; output: string } | Error;

/** A program that prints one after the other, the last one again and again. */
function credentials(outputs: Output[], section: Partial<ExecSection> = {}, more: Partial<ExecHost> = {}) {
  const runs: ExecRun[] = [];
  const time = { now: 1_000_000 };
  const host: ExecHost = {
    env: { PATH: '/bin', FLAVOUR: 'sour' },
    isTerminal: false,
    run: async (call) => {
      runs.push(call);
      const output = outputs.length > 1 ? outputs.shift()! : outputs[0]!;
      if (output instanceof Error) throw output;
      return typeof output === 'string' ? { code: 0, output } : output;
    },
    ...more,
  };
  const made = new ExecCredentials({
    section: { ...usual, ...section },
    cluster,
    dialect: dialects[1]!,
    host,
    clock: { now: () => time.now },
    given: { authorization: async () => undefined },
  });
  return { made, runs, time, input: () => JSON.parse(runs.at(-1)!.env['KUBERNETES_EXEC_INFO']!) };
}

const failureOf = (outputs: Output[], section: Partial<ExecSection> = {}, more: Partial<ExecHost> = {}) =>
  credentials(outputs, section, more)
    .made.authorization()
    .then(() => undefined)
    .catch(({ message }: Error) => message);

const notFound = () => Object.assign(new Error('spawn get-token ENOENT'), { code: 'ENOENT' });

describe('the program', () => {
  it('runs with the environment of the process, of the configuration, and what is asked of it', async () => {
    const { made, runs, input } = credentials([status({ token: 't' })]);
    expect(await made.authorization()).toBe('Bearer t');
    expect(runs[0]).toMatchObject({ command: 'get-token', args: ['-a'], hasInput: false });
    expect(runs[0]!.env).toMatchObject({ PATH: '/bin', FLAVOUR: 'sweet' });
    expect(input()).toEqual({ kind: 'ExecCredential', apiVersion, spec: { interactive: false } });
  });

  it('hears of the cluster if it is to', async () => {
    const { made, input } = credentials([status({ token: 't' })], { provideClusterInfo: true });
    await made.authorization();
    expect(input().spec.cluster).toEqual({
      server: 'https://a',
      'tls-server-name': 'n',
      config: { region: 'x' },
      'certificate-authority-data': Buffer.from('pem').toString('base64'),
    });
  });

  it.each<[string, Partial<ExecHost>, boolean | string]>([
    ['Never', { isTerminal: true }, false],
    ['IfAvailable', { isTerminal: false }, false],
    ['IfAvailable', { isTerminal: true }, true],
    ['IfAvailable', { isTerminal: true, inputTaken: '' }, false],
    ['Always', { isTerminal: true }, true],
    ['Always', {}, 'exec plugin cannot support interactive mode: standard input is not a terminal'],
    [
      'Always',
      { inputTaken: '' },
      'exec plugin cannot support interactive mode: standard input is unavailable',
    ],
    [
      'Always',
      { isTerminal: true, inputTaken: 'used by a manifest' },
      'exec plugin cannot support interactive mode: standard input is unavailable: used by a manifest',
    ],
    ['Else', {}, 'unknown interactiveMode: "Else"'],
  ])('of mode %s in %j has standard input: %s', async (interactiveMode, more, expected) => {
    const { made, runs, input } = credentials([status({ token: 't' })], { interactiveMode }, more);
    if (typeof expected === 'string') {
      await expect(made.authorization()).rejects.toThrow(new Error(`getting credentials: ${expected}`));
      return expect(runs).toEqual([]);
    }
    await made.authorization();
    expect([runs[0]!.hasInput, input().spec.interactive]).toEqual([expected, expected]);
  });

  it.each<[string, Output, string]>([
    ['fails', { code: 3, output: '' }, 'exec: executable get-token failed with exit code 3'],
    ['cannot be started', Object.assign(new Error('no'), { code: 'EACCES' }), 'exec: no'],
    ['prints no object', 'hello', 'decoding stdout: must be an object'],
    ['prints another kind', '{"kind":"X"}', 'decoding stdout: no kind "ExecCredential" in the output: "X"'],
    [
      'prints another version',
      JSON.stringify({ kind: 'ExecCredential', apiVersion: 'client.authentication.k8s.io/v1beta1' }),
      `exec plugin is configured to use API version ${apiVersion}, plugin returned version client.authentication.k8s.io/v1beta1`,
    ],
    [
      'prints no status',
      JSON.stringify({ kind: 'ExecCredential', apiVersion }),
      "exec plugin didn't return a status field",
    ],
    ['gives nothing', status({}), "exec plugin didn't return a token or cert/key pair"],
    [
      'gives half a pair',
      status({ token: 't', clientKeyData: 'k' }),
      'exec plugin returned only certificate or key, not both',
    ],
    [
      'gives no time',
      status({ token: 't', expirationTimestamp: 'soon' }),
      'decoding stdout: expirationTimestamp: "soon" is no time',
    ],
  ])('that %s is an error of the request', async (_, output, text) => {
    expect(await failureOf([output])).toBe(`getting credentials: ${text}`);
  });

  it('that gives a certificate which is none is an error of the request', async () => {
    const output = status({ clientCertificateData: 'c', clientKeyData: 'k' });
    expect(await failureOf([output])).toContain(
      'getting credentials: failed parsing client key/certificate: ',
    );
  });

  it('that is missing: what to do is said ten times an hour, and moves no cursor', async () => {
    const { made, time } = credentials([notFound()], { installHint: 'get it\u001b[2J' });
    const message = () => made.authorization().catch((error: Error) => error.message);
    for (let n = 0; n < 10; n++) expect(await message()).toContain('get itU+001B[2J');
    const short = 'getting credentials: exec: executable get-token not found';
    expect(await message()).toBe(short);
    time.now += 3_600_000;
    expect(await message()).toContain('get it');
  });

  it('of another version than v1 and v1beta1 is refused', () => {
    const wrong = 'client.authentication.k8s.io/v1alpha1';
    expect(() => credentials([], { apiVersion: wrong })).toThrow(
      `exec plugin: invalid apiVersion "${wrong}"`,
    );
  });

  it('may be a real one, and print YAML', async () => {
    const command = join(folder, 'real');
    writeFileSync(
      command,
      `#!/bin/sh\nprintf 'kind: ExecCredential\\napiVersion: ${apiVersion}\\nstatus:\\n  token: %s\\n' "$FLAVOUR-$1"`,
    );
    chmodSync(command, 0o755);
    const { made } = credentials([], { command }, { run: systemExecHost.run, env: process.env });
    expect(await made.authorization()).toBe('Bearer sweet--a');
    expect(await failureOf([], { command: join(folder, 'none') }, { run: systemExecHost.run })).toContain(
      'not found',
    );
  });
});

describe('credentials', () => {
  it('are kept until they expire', async () => {
    const expirationTimestamp = new Date(1_500_000).toISOString();
    const { made, runs, time } = credentials([
      status({ token: 'a', expirationTimestamp }),
      status({ token: 'b' }),
    ]);
    expect([await made.authorization(), await made.authorization()]).toEqual(['Bearer a', 'Bearer a']);
    time.now = 1_500_000;
    expect(await made.authorization()).toBe('Bearer a');
    time.now++;
    expect(await made.authorization()).toBe('Bearer b');
    time.now += 1e9;
    expect(await made.authorization()).toBe('Bearer b');
    expect(runs).toHaveLength(2);
  });

  it('are fetched anew when they are refused, once', async () => {
    const { made, runs } = credentials([status({ token: 'a' }), status({ token: 'b' })]);
    await made.authorization();
    made.rejected('Bearer a');
    expect(await made.authorization()).toBe('Bearer b');
    // Of requests that were under way with the old ones.
    made.rejected('Bearer a');
    expect(await made.authorization()).toBe('Bearer b');
    expect(runs).toHaveLength(2);
  });

  it('are fetched once for requests at the same time', async () => {
    const { made, runs } = credentials([status({ token: 'a' })]);
    await Promise.all([1, 2, 3].map(() => made.authorization()));
    expect(runs).toHaveLength(1);
  });

  it('are tried again after a failure', async () => {
    const { made } = credentials([{ code: 1, output: '' }, status({ token: 'a' })]);
    await expect(made.authorization()).rejects.toThrow('exit code 1');
    expect(await made.authorization()).toBe('Bearer a');
  });

  it('may be a certificate, which stays the same object as long as it is the same', async () => {
    const pair = ({ certificate, privateKey }: Identity) =>
      status({ clientCertificateData: certificate, clientKeyData: privateKey });
    const { made } = credentials([pair(user), pair(user), pair(other)]);
    expect(made.identity()).toBeUndefined();
    expect(await made.authorization()).toBeUndefined();
    const first = made.identity();
    expect(first).toEqual(user);
    made.rejected(undefined);
    await made.authorization();
    expect(made.identity()).toBe(first);
    made.rejected(undefined);
    await made.authorization();
    expect(made.identity()).toEqual(other);
  });
});
