import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { configMap, configMaps } from '../support/objects.ts';
import { TestServer } from '../support/server.ts';
import { until } from '../support/until.ts';
import { attackSeconds, attackServer, beside, expectHarmless } from './support/beside.ts';

const megabyte = 1024 * 1024;
let mount: string;
let isMounted = false;
let server: TestServer;

/** A file system of its own, which is soon full. Only an administrator may make one. */
beforeAll(async () => {
  mount = mkdtempSync(join(tmpdir(), 'full-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=24m', 'tmpfs', mount], { stdio: 'ignore' });
    isMounted = true;
  } catch {
    return;
  }
  server = await attackServer({ directory: mount });
});
afterAll(async () => {
  await server?.remove().catch(() => {});
  if (isMounted) execFileSync('umount', ['-l', mount]);
  rmSync(mount, { recursive: true, force: true });
});

const path = (name: string): string => `${configMaps}/${name}`;
const noise = (size: number): string => {
  let text = '';
  while (text.length < size) text += Math.random().toString(36).slice(2);
  return text.slice(0, size);
};
const ready = async (): Promise<string> => (await server.client.get('/readyz?verbose')).text;
const writable = async (): Promise<string | undefined> =>
  /^apiserver_storage_writable (\d)$/m.exec((await server.client.get('/metrics')).text)?.[1];

/** Takes what is left of the disk, as somebody else may. */
function fill(): void {
  const { bavail, bsize } = statfsSync(mount);
  try {
    writeFileSync(join(mount, 'somebody-else'), Buffer.alloc(bavail * bsize + megabyte));
  } catch {
    // As much as there was.
  }
}

it('a disk that fills up is told of, and refuses what needs room, not what makes some', async (context) => {
  if (!isMounted) context.skip('no permission to mount a file system');
  const made: string[] = [];
  let refused: { status: number; body: any; headers: Record<string, unknown> } | undefined;
  const harm = await beside(server, attackSeconds() + 8, async (signal) => {
    for (let n = 0; !signal.aborted && refused === undefined; n++) {
      const answer = await server.client.post(configMaps, configMap(`large-${n}`, { text: noise(400_000) }));
      if (answer.status === 201) made.push(`large-${n}`);
      else refused = answer;
    }
  });
  expectHarmless(harm);
  expect(made.length).toBeGreaterThan(5);
  expect(refused).toMatchObject({ status: 500, body: { kind: 'Status', reason: 'InternalError' } });
  expect(refused!.body.message).toContain('the store is full');
  expect(refused!.headers['retry-after']).toBeUndefined();
  expect(await ready()).toContain('[-]etcd-readiness failed');
  expect((await server.client.get('/livez')).status).toBe(200);
  expect(await writable()).toBe('0');
  await until(() => server.output.includes('the store is full'));
  expect((await server.client.get(path('beside'))).status).toBe(200);
});

it('a server that was killed starts on a disk without a byte left, deletes, and recovers by itself', async (context) => {
  if (!isMounted) context.skip('no permission to mount a file system');
  fill();
  await server.kill();
  server = await TestServer.start({ directory: mount });
  const { body } = await server.client.get(configMaps);
  const names: string[] = body.items.map(({ metadata }: any) => metadata.name);
  expect(names).toContain('beside');
  expect(await ready()).toContain('[-]etcd-readiness failed');
  expect((await server.client.post(configMaps, configMap('one-more', { text: noise(100) }))).status).toBe(
    500,
  );
  for (const name of names.filter((found) => found.startsWith('large-'))) {
    expect((await server.client.delete(path(name))).status).toBe(200);
  }
  await until(async () => (await writable()) === '1');
  expect(await ready()).toContain('[+]etcd-readiness ok');
  expect((await server.client.post(configMaps, configMap('one-more', { text: noise(100) }))).status).toBe(
    201,
  );
  await until(() => server.output.includes('the store takes writes again'));
});
