import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeCertificates } from '../../support/deploy/control-plane.ts';
import { MachineProcess } from '../../support/deploy/machine-process.ts';
import { deployFolder, Places } from '../../support/deploy/places.ts';
import { etcdBinary } from '../../support/etcd.ts';
import { until } from '../../support/until.ts';

const found = spawnSync(new URL('../../../hack/etcdctl.sh', import.meta.url).pathname, { encoding: 'utf8' });
const tools = found.status === 0 ? found.stdout.trim() : undefined;
const missing = tools === undefined ? ` (skipped: ${found.stderr?.trim().split('\n').at(-1)})` : '';

describe.skipIf(tools === undefined)(`backup and restore of etcd${missing}`, () => {
  let places: Places;
  let member: MachineProcess | undefined;
  let pki: string;
  const file = () => join(places.directory, 'snapshot.db');
  const data = (name: string) => join(places.directory, name);
  const url = (port: 2379 | 2380) => `https://127.0.0.1:${places.port(port)}`;

  const run = (script: string, words: string[], environment: Record<string, string> = {}) => {
    const ETCDCTL = join(tools!, 'etcdctl');
    const env = { ...process.env, PKI: pki, ENDPOINT: url(2379), ETCDCTL, ETCDUTL: ETCDCTL, ...environment };
    return spawnSync(join(deployFolder, script), words, { env, encoding: 'utf8' });
  };
  const etcdctl = (...words: string[]): string => {
    const files = [`--cacert=${pki}/ca.crt`, `--cert=${pki}/server.crt`, `--key=${pki}/server.key`];
    const options = { env: { ETCDCTL_API: '3' }, encoding: 'utf8' } as const;
    return spawnSync(join(tools!, 'etcdctl'), [`--endpoints=${url(2379)}`, ...files, ...words], options)
      .stdout;
  };
  const start = async (directory: string): Promise<void> => {
    const flags = [
      ...['--name=node-1', `--data-dir=${directory}`, '--initial-cluster-token=control-plane'],
      ...[`--listen-client-urls=${url(2379)}`, `--advertise-client-urls=${url(2379)}`],
      ...[`--listen-peer-urls=${url(2380)}`, `--initial-advertise-peer-urls=https://127.0.0.1:2380`],
      ...['--initial-cluster=node-1=https://127.0.0.1:2380', '--client-cert-auth'],
      ...[`--trusted-ca-file=${pki}/ca.crt`, `--cert-file=${pki}/server.crt`, `--key-file=${pki}/server.key`],
      ...['--peer-client-cert-auth', `--peer-trusted-ca-file=${pki}/ca.crt`],
      ...[`--peer-cert-file=${pki}/peer.crt`, `--peer-key-file=${pki}/peer.key`],
    ];
    member = new MachineProcess([etcdBinary().path, ...flags], join(places.directory, 'etcd.log'));
    await until(() => etcdctl('put', 'ping', 'pong') === 'OK\n');
  };

  beforeAll(async () => {
    places = await Places.find(mkdtempSync(join(tmpdir(), 'backup-')));
    makeCertificates(places);
    pki = join(places.directory, 'certificates/node-1/pki/etcd');
    await start(data('one'));
  }, 60_000);
  afterAll(async () => {
    await member?.stop();
    if (places) rmSync(places.directory, { recursive: true, force: true });
  });

  it('what was saved is there again, and what came later is not', async () => {
    etcdctl('put', '/registry/kept', 'a');
    expect(run('backup.sh', [file()])).toMatchObject({ status: 0 });
    etcdctl('put', '/registry/later', 'b');
    await member!.stop();

    const cluster = ['node-1', '127.0.0.1', 'node-1=https://127.0.0.1:2380'];
    mkdirSync(data('two'));
    expect(run('restore.sh', [file(), ...cluster], { DATA: data('two') })).toMatchObject({ status: 0 });
    await start(data('two'));
    expect(etcdctl('get', '--prefix', '/registry/')).toBe('/registry/kept\na\n');
  });

  it('a backup that fails leaves the one before as it is, and nothing half', () => {
    const before = readdirSync(places.directory);
    const { status } = run('backup.sh', [file()], { PKI: '/nowhere' });
    expect(status).not.toBe(0);
    expect(readdirSync(places.directory)).toEqual(before);
  });

  it('a member that is there is not overwritten, and no member is made of something else', () => {
    const cluster = ['node-1', '127.0.0.1', 'node-1=https://127.0.0.1:2380'];
    const there = run('restore.sh', [file(), ...cluster], { DATA: data('two') });
    expect([there.status, there.stderr]).toEqual([1, expect.stringMatching(/holds a member/)]);
    writeFileSync(data('text'), 'no snapshot');
    const other = run('restore.sh', [data('text'), ...cluster], { DATA: data('three') });
    expect(other.status).not.toBe(0);
    expect(existsSync(join(data('three'), 'member'))).toBe(false);
  });

  it.each([['backup.sh'], ['restore.sh']])('%s says how it is used', (script) => {
    const { status, stderr } = run(script, []);
    expect([status, stderr]).toEqual([2, expect.stringContaining(`${script} FILE`)]);
  });
});
