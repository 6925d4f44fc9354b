import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { TestServer } from '../../support/server.ts';
import { until } from '../../support/until.ts';

const program = new URL('../../support/elected-writer.ts', import.meta.url).pathname;
const written = '/api/v1/namespaces/default/configmaps/written';

let server: TestServer;
const children: ChildProcess[] = [];
beforeAll(async () => {
  server = await TestServer.start();
  await server.client.post('/api/v1/namespaces/default/configmaps', { metadata: { name: 'written' } });
});
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await server.remove();
});

function start(name: string): { child: ChildProcess; output: string[] } {
  const child = spawn(process.execPath, [program, server.kubeconfig, name], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  const output: string[] = [];
  child.stdout!.on('data', (chunk: Buffer) => output.push(chunk.toString()));
  return { child, output };
}

const writer = async () => (await server.client.get(written)).body.data?.writer;

it('a leader that was stopped, and goes on when another one leads, does not write any more', async () => {
  const first = start('first');
  await until(async () => (await writer()) === 'first');
  const second = start('second');
  await sleep(1_500);
  first.child.kill('SIGSTOP');
  await until(async () => (await writer()) === 'second');
  const writers = new Set<string>();
  first.child.kill('SIGCONT');
  const ended = once(first.child, 'exit');
  for (let n = 0; n < 50; n++) {
    writers.add(await writer());
    await sleep(10);
  }
  expect([...writers]).toEqual(['second']);
  expect(await ended).toEqual([0, null]);
  expect(first.output.join('')).toContain('first stopped leading');
  expect(second.output.join('')).toBe('second became leader\n');
  const lease = await server.client.get('/apis/coordination.k8s.io/v1/namespaces/default/leases/writers');
  expect(lease.body.spec).toMatchObject({ holderIdentity: 'second', leaseTransitions: 1 });
});
