import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { ClientRequest } from 'node:http';
import { Agent, request } from 'node:https';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openEtcd } from '../../src/storage/kv/etcd/open.ts';
import type { ApiClient } from '../support/api-client.ts';
import { auditEvents, auditPolicy } from '../support/audit.ts';
import { define, definition, tab, tabs } from '../support/custom-resources.ts';
import { type Etcd, startEtcd } from '../support/etcd.ts';
import { ExtensionServer } from '../support/extension-server/extension-server.ts';
import { configMap, configMaps } from '../support/objects.ts';
import { TestServer } from '../support/server.ts';
import { until } from '../support/until.ts';

const directory = mkdtempSync(join(tmpdir(), 'stop-order-'));
const auditLog = join(directory, 'audit.log');
const address = '192.0.2.41';

let etcd: Etcd;
beforeAll(async () => {
  etcd = await startEtcd({ members: 1 });
});
afterAll(async () => {
  await etcd?.stop();
  rmSync(directory, { recursive: true, force: true });
});

/** Each thing once, in the order in which it was first seen. */
class Timeline {
  readonly events: string[] = [];
  readonly #stopped = new AbortController();
  readonly #looks: Promise<void>[] = [];

  see(event: string): void {
    if (!this.events.includes(event)) this.events.push(event);
  }

  /** Looks until it is so. */
  watch(event: string, isSo: () => Promise<boolean>): void {
    const look = async (): Promise<void> => {
      while (!this.#stopped.signal.aborted) {
        if (await isSo()) return this.see(event);
        await sleep(10);
      }
    };
    this.#looks.push(look());
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stopped.abort();
    await Promise.all(this.#looks);
  }
}

/** With a connection for each request: what a new client gets. */
const newcomer = (server: TestServer): ApiClient =>
  server.connect({
    token: 'admin-token',
    agent: new Agent({ keepAlive: false, ca: readFileSync(join(server.directory, 'ca.crt')) }),
  });

const refuses = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(false);
    });
    socket.once('error', () => resolve(true));
  });

/** A create whose body is not sent to its end. */
async function halfSent(server: TestServer, name: string): Promise<{ sent: ClientRequest; rest: string }> {
  const body = JSON.stringify(configMap(name));
  const sent = request({
    host: '127.0.0.1',
    port: server.port,
    method: 'POST',
    path: configMaps,
    agent: false,
    ca: readFileSync(join(server.directory, 'ca.crt')),
    headers: {
      authorization: 'Bearer admin-token',
      'content-type': 'application/json',
      'content-length': body.length,
      expect: '100-continue',
    },
  });
  sent.write(body.slice(0, 5));
  await once(sent, 'continue');
  return { sent, rest: body.slice(5) };
}

const start = (...flags: string[]): Promise<TestServer> =>
  TestServer.start({
    flags: [...[`--etcd-servers=${etcd.endpoints[0]}`, `--advertise-address=${address}`], ...flags],
  });

const announced = (server: TestServer): string[] =>
  [...server.output.matchAll(/"name":"(\w+)","msg":"\[graceful-termination\] shutdown event"/g)].map(
    ([, name]) => name!,
  );

describe('SIGTERM', () => {
  it('readiness says it first, what is open is served to its end, and the audit log is written last', async () => {
    const server = await start(
      '--shutdown-delay-duration=5s',
      `--audit-policy-file=${auditPolicy(directory, { rules: [{ level: 'Metadata' }] })}`,
      ...[`--audit-log-path=${auditLog}`, '--audit-log-mode=batch'],
      ...['--audit-log-batch-max-wait=10m', '--audit-log-batch-max-size=100000'],
    );
    await define(server, definition());
    await server.client.post(tabs, tab('one'));
    const watches = [
      await server.client.watch(`${configMaps}?watch=1`),
      await server.client.watch(`${tabs}?watch=1`),
    ];
    await watches[1]!.until(1);
    const { sent, rest } = await halfSent(server, 'open');
    const kv = await openEtcd({ endpoints: etcd.endpoints });
    const client = newcomer(server);
    const exited = once(server.process, 'exit');
    {
      await using timeline = new Timeline();
      timeline.watch('nothing listens', () => refuses(server.port));
      timeline.watch(
        'the address is gone',
        async () => (await kv.get(`/registry/masterleases/${address}`)).item === undefined,
      );
      timeline.watch('the watches ended', async () => watches.every(({ ended }) => ended));
      timeline.watch('the audit log is written', async () => auditEvents(auditLog).length > 0);
      void exited.then(() => timeline.see('the process ended'));
      await sleep(100);
      expect(timeline.events).toEqual([]);

      server.process.kill('SIGTERM');
      await until(() => timeline.events.includes('the address is gone'));
      expect((await client.get('/readyz')).status).toBe(500);
      // The delay is for those who have not heard of it: they are served as before.
      expect((await client.post(configMaps, configMap('late'))).status).toBe(201);
      expect((await client.get(`${tabs}/one`)).status).toBe(200);
      expect((await client.get('/livez')).status).toBe(200);
      timeline.see('requests are served');

      await until(() => timeline.events.includes('nothing listens'));
      await until(() => timeline.events.includes('the watches ended'));
      const response = once(sent, 'response');
      sent.end(rest);
      const [answer] = await response;
      expect(answer.statusCode).toBe(201);
      expect(answer.headers.connection).toBe('close');
      answer.resume();
      timeline.see('the open request is answered');
      await exited;
      await until(() => timeline.events.includes('the audit log is written'));
      await until(() => timeline.events.includes('the process ended'));
      expect(timeline.events.slice(0, 2)).toEqual(['the address is gone', 'requests are served']);
      expect(timeline.events.slice(2, 4).sort()).toEqual(['nothing listens', 'the watches ended']);
      expect(timeline.events.slice(4)).toEqual([
        'the open request is answered',
        'the audit log is written',
        'the process ended',
      ]);
    }
    expect(watches.map(({ brokenOff }) => brokenOff)).toEqual([false, false]);
    expect(watches[0]!.events.map(({ object }) => object.metadata.name)).toContain('late');
    expect(server.process.exitCode).toBe(0);
    expect(announced(server)).toEqual([
      'ShutdownInitiated',
      'AfterShutdownDelayDuration',
      'HTTPServerStoppedListening',
      'InFlightRequestsDrained',
    ]);
    const written = auditEvents(auditLog).filter(
      ({ verb, stage }) => verb === 'create' && stage === 'ResponseComplete',
    );
    const names = written.map(({ objectRef }) => objectRef.name);
    expect(names).toEqual(expect.arrayContaining(['late', 'open']));
    client.close();
    await kv.close();
    await server.remove();
  });

  it('--shutdown-send-retry-after: the server listens until all is answered', async () => {
    const server = await start('--shutdown-send-retry-after', '--shutdown-delay-duration=1s');
    const { sent, rest } = await halfSent(server, 'still-open');
    const client = newcomer(server);
    const exited = once(server.process, 'exit');
    server.process.kill('SIGTERM');
    await until(async () => (await client.get(configMaps)).status === 429);
    const answered = once(sent, 'response');
    sent.end(rest);
    const [answer] = await answered;
    expect(answer.statusCode).toBe(201);
    answer.resume();
    expect((await exited)[0]).toBe(0);
    expect(announced(server)).toEqual([
      'ShutdownInitiated',
      'AfterShutdownDelayDuration',
      'InFlightRequestsDrained',
      'HTTPServerStoppedListening',
    ]);
    client.close();
    await server.remove();
  });

  it('a watch of the API of another server does not hold up the end', async () => {
    const server = await start();
    await using extension = await ExtensionServer.start();
    await extension.register(server);
    const message = await server.client.open('GET', '/apis/metrics.k8s.io/v1beta1/nodes?watch=true');
    const ended = new Promise((resolve) => message.once('close', resolve));
    message.on('error', () => {});
    await until(() => extension.metrics.watches === 1);
    const begun = performance.now();
    expect(await server.stop()).toBe(0);
    expect(performance.now() - begun).toBeLessThan(10_000);
    await ended;
    await server.remove();
  });

  it('a second signal cuts', async () => {
    const server = await start('--shutdown-delay-duration=10m');
    const exited = once(server.process, 'exit');
    server.process.kill('SIGTERM');
    await until(async () => (await server.client.get('/readyz')).status === 500);
    server.process.kill('SIGINT');
    expect((await exited)[0]).toBe(1);
    await server.remove();
  });
});
