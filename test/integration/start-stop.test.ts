import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { Agent } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { configMap, configMaps } from '../support/objects.ts';
import { TestServer } from '../support/server.ts';
import { until } from '../support/until.ts';

const command = new URL('../../dist/commands/apiserver.js', import.meta.url).pathname;
const directory = mkdtempSync(join(tmpdir(), 'start-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const run = (...flags: string[]) =>
  spawnSync(
    process.execPath,
    [command, '--secure-port=0', '--bind-address=127.0.0.1', `--data-dir=${directory}`, ...flags],
    {
      encoding: 'utf8',
      timeout: 20_000,
    },
  );

describe('flags', () => {
  it('--help explains every flag', () => {
    const { status, stdout } = run('--help');
    expect(status).toBe(0);
    for (const flag of [
      'secure-port',
      'bind-address',
      'data-dir',
      'etcd-servers',
      'etcd-prefix',
      'etcd-cafile',
      'etcd-certfile',
      'etcd-keyfile',
      'tls-cert-file',
      'tls-private-key-file',
      'tls-min-version',
      'client-ca-file',
      'token-auth-file',
      'dialect',
      'runtime-config',
      'watch-history',
      'request-timeout',
      'min-request-timeout',
      'max-requests-inflight',
      'max-mutating-requests-inflight',
      'shutdown-delay-duration',
      'livez-grace-period',
      'v',
    ]) {
      expect(stdout).toMatch(new RegExp(`--${flag} <[^>]+>\\s+\\S`));
    }
  });

  it.each([
    ['an unknown flag', ['--colour=red'], /^Error: unknown flag: --colour$/m],
    ['a word that is no flag', ['serve'], /^Error: unknown command "serve"/],
    ['a port that is none', ['--secure-port=99999'], /--secure-port 99999 must be between 1 and 65535/],
    ['a bad duration', ['--watch-history=soon'], /--watch-history.*time: invalid duration "soon"/],
    ['a bad number', ['--max-requests-inflight=-1'], /--max-requests-inflight can not be negative value/],
    [
      'a chance that is none',
      ['--goaway-chance=1'],
      /--goaway-chance can not be less than 0 or greater than 0\.02/,
    ],
    [
      'a flag of what is not done',
      ['--storage-backend=etcd2'],
      /--storage-backend invalid, allowed values: etcd3\. If not specified, it will default to 'etcd3'/,
    ],
    ['an unknown feature gate', ['--feature-gates=Colour=true'], /unrecognized feature gate: Colour/],
    [
      'a named certificate that is not there',
      ['--tls-sni-cert-key=/nonexistent/a,/nonexistent/b'],
      /--tls-sni-cert-key: cannot use \/nonexistent\/a/,
    ],
    [
      'a file of flags that is not there',
      ['--config=/nonexistent/flags'],
      /--config: cannot read \/nonexistent\/flags/,
    ],
    [
      'two ways to name plugins',
      ['--admission-control=NodeRestriction', '--enable-admission-plugins=NodeRestriction'],
      /mutually exclusive/,
    ],
    ['an unknown dialect', ['--dialect=latin'], /--dialect.*must be one of/],
    ['a bad TLS version', ['--tls-min-version=SSLv3'], /unknown tls version \\"SSLv3\\"/],
    ['a bad runtime config', ['--runtime-config=apps/v1=maybe'], /invalid value of apps\/v1: maybe/],
    ['half of a pair', ['--tls-cert-file=/tmp/x'], /--tls-cert-file and --tls-private-key-file go together/],
    ['a file that is not there', ['--client-ca-file=/nonexistent/ca.crt'], /\/nonexistent\/ca.crt/],
    ['a token file that is not there', ['--token-auth-file=/nonexistent/tokens'], /\/nonexistent\/tokens/],
    [
      'an etcd that is not there in time',
      ['--etcd-servers=http://127.0.0.1:9', '--storage-initialization-timeout=2s'],
      /127\.0\.0\.1:9/,
    ],
    ['an address that is not ours', ['--bind-address=203.0.113.9'], /cannot serve on 203\.0\.113\.9/],
  ])(
    '%s: one clear line, and no start',
    (_, flags, message) => {
      const { status, stderr, stdout } = run(...flags);
      expect(status).toBe(1);
      const lines = stderr.split('\n').filter((line) => line !== '' && !line.startsWith('{'));
      expect(lines).toHaveLength(1);
      expect(lines[0]).toMatch(message);
      expect(stdout).toBe('');
    },
    25_000,
  );

  it('a token file with a bad line: what it lacks is named', () => {
    const file = join(directory, 'bad.csv');
    writeFileSync(file, 'token,user,uid\nonly-one\n');
    const { status, stderr } = run(`--token-auth-file=${file}`);
    expect(status).toBe(1);
    expect(stderr).toContain(`token file '${file}' must have at least 3 columns`);
  });
});

describe('start and stop', () => {
  it('a directory has one server at a time', async () => {
    const server = await TestServer.start();
    await expect(TestServer.start({ directory: server.directory })).rejects.toThrow(
      /in use by another process/,
    );
    await server.remove();
  });

  it('a cluster keeps the dialect it was born with', async () => {
    const server = await TestServer.start({ dialect: 'orch' });
    await server.stop();
    await expect(TestServer.start({ directory: server.directory, dialect: 'kubernetes' })).rejects.toThrow(
      /this cluster speaks the dialect orch, not kubernetes/,
    );
    rmSync(server.directory, { recursive: true });
  });

  it('a second start on the same data continues where it was', async () => {
    const first = await TestServer.start();
    const made = await first.client.post(configMaps, configMap('kept', { a: '1' }));
    expect(await first.stop()).toBe(0);
    const second = await TestServer.start({ directory: first.directory });
    const { body } = await second.client.get(`${configMaps}/kept`);
    expect(body).toEqual(made.body);
    const watch = await second.client.watch(
      `${configMaps}?watch=1&resourceVersion=${made.body.metadata.resourceVersion}`,
    );
    await second.client.delete(`${configMaps}/kept`);
    expect((await watch.until(1))[0]).toMatchObject({
      type: 'DELETED',
      object: { metadata: { name: 'kept' } },
    });
    watch.close();
    await second.remove();
  });

  it('what was acknowledged before a kill -9 is there after it', async () => {
    const first = await TestServer.start();
    const acknowledged: string[] = [];
    let stopped = false;
    const writer = async (prefix: string): Promise<void> => {
      for (let n = 0; !stopped; n++) {
        const answer = await first.client
          .post(configMaps, configMap(`${prefix}-${n}`))
          .catch(() => undefined);
        if (answer?.status === 201) acknowledged.push(answer.body.metadata.name);
      }
    };
    const writers = Array.from({ length: 8 }, (_, n) => writer(`w${n}`));
    await until(() => acknowledged.length > 40);
    await first.kill();
    stopped = true;
    await Promise.all(writers);
    const second = await TestServer.start({ directory: first.directory });
    const { body } = await second.client.get(configMaps);
    const names = new Set(body.items.map(({ metadata }: any) => metadata.name));
    expect(acknowledged.filter((name) => !names.has(name))).toEqual([]);
    await second.remove();
  });

  it('SIGTERM: readyz turns red first, requests go on during the delay, watches end cleanly', async () => {
    const server = await TestServer.start({ flags: ['--shutdown-delay-duration=1s'] });
    const watch = await server.client.watch(`${configMaps}?watch=1`);
    const ended = server.process;
    const exit = new Promise<number | null>((resolve) => ended.once('exit', resolve));
    ended.kill('SIGTERM');
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect((await server.client.get('/readyz')).text).toContain('[-]shutdown failed: reason withheld');
    expect((await server.client.get('/livez')).status).toBe(200);
    expect((await server.client.post(configMaps, configMap('late'))).status).toBe(201);
    expect((await watch.untilEnd()).map(({ type }) => type)).toEqual(['ADDED']);
    expect(watch.brokenOff).toBe(false);
    expect(await exit).toBe(0);
    await server.remove();
  });
});

describe('credentials of a first start', () => {
  it('let the admin in by certificate, and nobody else', async () => {
    const server = await TestServer.start();
    const { readFileSync } = await import('node:fs');
    const file = (name: string) => readFileSync(join(server.directory, name));
    const agent = new Agent({
      ca: file('ca.crt'),
      cert: file('admin.crt'),
      key: file('admin.key'),
      keepAlive: true,
    });
    const admin = server.connect({ agent });
    expect((await admin.get('/api/v1/namespaces')).status).toBe(200);
    admin.close();
    await server.remove();
  });
});
