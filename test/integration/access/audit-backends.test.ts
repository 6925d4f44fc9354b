import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { auditEvents, auditPolicy, counterOf } from '../../support/audit.ts';
import { TestServer } from '../../support/server.ts';
import { TestHttpsServer } from '../../support/unit/https-server.ts';
import { webhookConfig } from '../../support/webhook-config.ts';

const quiet = { level: 'None', nonResourceURLs: ['*'] };
const onlyConfigMaps = {
  rules: [quiet, { level: 'RequestResponse', resources: [{ group: '', resources: ['configmaps'] }] }],
};
const configMaps = '/api/v1/namespaces/default/configmaps';

let directory: string;
let server: TestServer | undefined;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'audit-'));
});
afterEach(async () => {
  await server?.remove();
  server = undefined;
  rmSync(directory, { recursive: true, force: true });
});

async function start(...flags: string[]): Promise<TestServer> {
  server = await TestServer.start({
    flags: [`--audit-policy-file=${auditPolicy(directory, onlyConfigMaps)}`, ...flags],
  });
  return server;
}

const create = (name: string, data = {}) => server!.client.post(configMaps, { metadata: { name }, data });
const counted = async (name: string): Promise<number> =>
  counterOf((await server!.client.get('/metrics')).text, name);

describe('a disk that is full', () => {
  it.each(['blocking', 'batch'])('stops nobody in mode %s; what is lost is counted', async (mode) => {
    await start('--audit-log-path=/dev/full', `--audit-log-mode=${mode}`);
    for (const name of ['a', 'b', 'c']) expect((await create(name)).status).toBe(201);
    await expect.poll(() => counted('apiserver_audit_error_total{plugin="log"}')).toBe(6);
    expect(await counted('apiserver_audit_event_total')).toBe(6);
    expect(server!.output.match(/audit: log: events are being lost: ENOSPC/g)).toHaveLength(1);
  });

  it('stops those who are to be recorded in mode blocking-strict, before anything is done', async () => {
    await start('--audit-log-path=/dev/full', '--audit-log-mode=blocking-strict');
    const { status, text } = await create('a');
    expect([status, text]).toEqual([
      500,
      `Internal Server Error: "${configMaps}": failed to store audit event\n`,
    ]);
    expect((await server!.client.get('/api/v1/namespaces/default/secrets')).status).toBe(200);
    expect(await counted('apiserver_audit_requests_rejected_total')).toBe(1);
    expect(await counted('apiserver_audit_error_total{plugin="log"}')).toBe(1);
  });
});

describe('the log', () => {
  it('is rotated, and no event is lost or cut', async () => {
    const path = join(directory, 'audit.log');
    await start(`--audit-log-path=${path}`, '--audit-log-maxsize=1');
    const large = { x: 'y'.repeat(150_000) };
    const names = Array.from({ length: 12 }, (_, index) => `large-${index}`);
    await Promise.all(names.map((name) => create(name, large)));
    const backups = readdirSync(directory).filter((name) => name.startsWith('audit-2'));
    expect(backups.length).toBeGreaterThanOrEqual(3);
    for (const name of backups) {
      expect(name).toMatch(/^audit-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}\.log$/);
      expect(readFileSync(join(directory, name)).length).toBeLessThanOrEqual(1_048_576);
    }
    const events = [...backups, 'audit.log'].flatMap((name) => auditEvents(join(directory, name)));
    const stored = events.filter(({ stage }) => stage === 'ResponseComplete');
    expect(stored.map(({ objectRef }) => objectRef.name).sort()).toEqual(names.sort());
    expect(events).toHaveLength(24);
    expect(await counted('apiserver_audit_error_total{plugin="log"}')).toBe(0);
  });

  it('goes to standard output, in the old form as well', async () => {
    await start('--audit-log-path=-', '--audit-log-format=legacy', '--audit-log-mode=batch');
    await create('a');
    await expect.poll(() => server!.output).toContain('stage="ResponseComplete"');
    expect(server!.output).toMatch(/Z AUDIT: id=".*" method="create" user="admin" .* response="201"\n/);
  });

  it('has what was still waiting when the server is stopped', async () => {
    const path = join(directory, 'audit.log');
    const waiting = ['--audit-log-batch-max-size=1000', '--audit-log-batch-max-wait=1h'];
    await start(`--audit-log-path=${path}`, '--audit-log-mode=batch', ...waiting);
    await create('a');
    expect(auditEvents(path)).toEqual([]);
    expect(await server!.stop()).toBe(0);
    expect(auditEvents(path)).toHaveLength(2);
  });

  it('has events without their objects where those are too long, which they say', async () => {
    const path = join(directory, 'audit.log');
    const limits = ['--audit-log-truncate-enabled', '--audit-log-truncate-max-event-size=2000'];
    await start(`--audit-log-path=${path}`, ...limits);
    await create('long', { x: 'y'.repeat(3_000) });
    const [, event] = auditEvents(path);
    expect(event!['annotations']).toMatchObject({ 'audit.k8s.io/truncated': 'true' });
    expect(event).not.toHaveProperty('requestObject');
    await server!.client.get(`${configMaps}?x=${'y'.repeat(2_500)}`);
    expect(auditEvents(path)).toHaveLength(2);
    expect(await counted('apiserver_audit_error_total{plugin="truncate"}')).toBe(2);
  });
});

describe('the webhook', () => {
  let webhook: TestHttpsServer;
  let isUp = true;
  beforeEach(async () => {
    isUp = true;
    webhook = await TestHttpsServer.start(() => (isUp ? { body: '' } : { status: 503, body: 'later' }));
  });
  afterEach(() => webhook.close());

  const flagsOf = (...more: string[]) => [
    `--audit-webhook-config-file=${webhookConfig(directory, 'audit', webhook)}`,
    '--audit-webhook-initial-backoff=100ms',
    '--audit-webhook-batch-max-wait=100ms',
    ...more,
  ];
  const accepted = () => webhook.calls.filter(() => isUp).flatMap(({ body }) => body.items);

  it('gets lists of events', async () => {
    // Long enough for both events of a request, on a busy machine too.
    await start(...flagsOf('--audit-webhook-batch-max-size=2', '--audit-webhook-batch-max-wait=10s'));
    await create('a');
    await expect.poll(() => accepted().length).toBe(2);
    const [{ path, headers, body }] = webhook.calls as [(typeof webhook.calls)[0]];
    expect([path, headers['content-type'], headers['user-agent']]).toEqual([
      '/ask',
      'application/json',
      'kube-apiserver',
    ]);
    expect(body).toMatchObject({ kind: 'EventList', apiVersion: 'audit.k8s.io/v1', metadata: {} });
    expect(Object.keys(body.items[0])[0]).toBe('level');
    expect(body.items[1]).toMatchObject({ stage: 'ResponseComplete', objectRef: { name: 'a' } });
  });

  it('that is down for a while gets everything when it is back', async () => {
    await start(...flagsOf('--audit-webhook-initial-backoff=500ms'));
    isUp = false;
    for (const name of ['a', 'b', 'c']) expect((await create(name)).status).toBe(201);
    await sleep(1_500);
    webhook.calls.length = 0;
    isUp = true;
    await create('d');
    await expect.poll(() => accepted().length, { timeout: 10_000 }).toBe(8);
    expect(await counted('apiserver_audit_error_total{plugin="webhook"}')).toBe(0);
  });

  it('that stays down loses what it does not take, and what the buffer cannot hold, each counted', async () => {
    await start(...flagsOf('--audit-webhook-batch-max-size=1', '--audit-webhook-batch-buffer-size=6'));
    isUp = false;
    const names = Array.from({ length: 20 }, (_, index) => `n${index}`);
    await Promise.all(names.map((name) => create(name)));
    const lost = (plugin: string) => counted(`apiserver_audit_error_total{plugin="${plugin}"}`);
    await expect
      .poll(async () => (await lost('webhook')) + (await lost('buffered')), { timeout: 15_000 })
      .toBe(40);
    expect(await lost('buffered')).toBeGreaterThan(0);
    expect(await lost('webhook')).toBeGreaterThanOrEqual(16);
    expect((await create('still-up')).status).toBe(201);
  });

  it('that does not answer holds up nobody in batches', async () => {
    webhook.answer(() => 'hang');
    await start(...flagsOf());
    expect((await create('a')).status).toBe(201);
    await expect.poll(() => webhook.calls.length).toBe(1);
    expect((await create('b')).status).toBe(201);
  });

  it('is waited for when it is to be', async () => {
    await start(...flagsOf('--audit-webhook-mode=blocking'));
    await create('a');
    expect(accepted().map(({ stage }) => stage)).toEqual(['RequestReceived', 'ResponseComplete']);
  });

  it('and the log get the same events', async () => {
    const path = join(directory, 'audit.log');
    await start(...flagsOf(), `--audit-log-path=${path}`);
    await create('a');
    await expect.poll(() => accepted().length).toBe(2);
    const type = { kind: 'Event', apiVersion: 'audit.k8s.io/v1' };
    expect(accepted().map((event) => ({ ...type, ...event }))).toEqual(auditEvents(path));
  });
});

it.each([
  [['--audit-log-mode=sometimes'], 'invalid audit log mode sometimes, allowed modes are'],
  [['--audit-log-format=xml'], 'invalid audit log format xml, allowed formats are "legacy,json"'],
  [
    ['--audit-log-version=audit.k8s.io/v2'],
    'invalid group version, allowed versions are ["audit.k8s.io/v1"]',
  ],
  [['--audit-log-mode=batch', '--audit-log-batch-buffer-size=0'], 'invalid audit batch log buffer size 0'],
  [['--audit-log-path=/dev/null/audit.log'], '--audit-log-path: '],
  [['--audit-policy-file=/none'], 'loading audit policy file: failed to read file path "/none"'],
  [['--audit-webhook-config-file=/none'], 'no such file or directory'],
])('no start with %j', async (flags, problem) => {
  await expect(start(`--audit-log-path=${join(directory, 'audit.log')}`, ...flags)).rejects.toThrow(problem);
});
