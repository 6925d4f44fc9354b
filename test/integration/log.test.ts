import { spawnSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { logFields } from '../../src/commands/log-line.ts';
import { TestWebhooks } from '../support/admission-webhooks.ts';
import { TestServer } from '../support/server.ts';
import { until } from '../support/until.ts';

const configMaps = '/api/v1/namespaces/default/configmaps';
/** Longer than a request takes that is not slow. */
const slow = 600;

let webhooks: TestWebhooks;
beforeAll(async () => {
  webhooks = await TestWebhooks.start();
});
afterAll(() => webhooks?.close());

/** Has a webhook that takes its time for ConfigMaps, and one that cannot be reached for Secrets. */
async function useWebhooks({ client }: TestServer): Promise<void> {
  webhooks.at('/slow', async () => {
    await sleep(slow);
    return {};
  });
  const hook = (name: string, url: object, resource: string) => ({
    name,
    clientConfig: url,
    sideEffects: 'None',
    admissionReviewVersions: ['v1'],
    rules: [{ operations: ['CREATE'], apiGroups: [''], apiVersions: ['v1'], resources: [resource] }],
  });
  const created = await client.post('/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations', {
    metadata: { name: 'slow' },
    webhooks: [
      hook('slow.example.com', webhooks.clientConfig('/slow'), 'configmaps'),
      hook('none.example.com', { url: 'https://127.0.0.1:1/' }, 'secrets'),
    ],
  });
  expect(created.status).toBe(201);
}

/** Without the greeting. */
const linesOf = ({ output }: TestServer): string[] =>
  output.split('\n').filter((line) => line !== '' && !/^(The API server| {2}(kubectl|node) )/.test(line));

describe('as JSON', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await TestServer.start({ flags: ['--v=3', '--vmodule=a=1'] });
    await useWebhooks(server);
  });
  afterAll(() => server?.remove());

  it('a slow request is one line that says where its time went', async () => {
    expect((await server.client.post(configMaps, { metadata: { name: 'a' } })).status).toBe(201);
    await until(() => server.output.includes('"slow request"'));
    const line = JSON.parse(linesOf(server).find((one) => one.includes('"slow request"'))!);
    expect(line).toMatchObject({
      level: 30,
      verb: 'create',
      URI: configMaps,
      resp: 201,
      user: 'admin',
      srcIP: '127.0.0.1',
      'audit-ID': expect.stringMatching(/^[\da-f-]{36}$/),
    });
    const { steps, latency } = line;
    expect(latency).toBeGreaterThanOrEqual(slow);
    expect(steps.webhooks).toBeGreaterThanOrEqual(slow - 1);
    expect(steps.admission).toBeGreaterThanOrEqual(steps.webhooks);
    expect(steps.admission).toBeLessThanOrEqual(latency);
    expect(steps.storage).toBeLessThan(latency - slow + 1);
  });

  it('with --v=3 every request is a line, and a fast one is not a slow one', async () => {
    await server.client.get('/api/v1/nodes');
    await until(() => server.output.includes('"URI":"/api/v1/nodes"'));
    const lines = linesOf(server).filter((line) => line.includes('"URI":"/api/v1/nodes"'));
    expect(lines.map((line) => JSON.parse(line).msg)).toEqual(['HTTP']);
  });

  it('every line is one object, of fields that are listed', async () => {
    const { status } = await server.client.post(configMaps.replace('configmaps', 'secrets'), {
      metadata: { name: 'b' },
    });
    expect(status).toBe(500);
    await until(() => server.output.includes('none.example.com'));
    expect(await server.stop()).toBe(0);
    const lines = linesOf(server).map((line) => JSON.parse(line) as object);
    expect(lines.length).toBeGreaterThan(8);
    const unknown = lines.flatMap((line) => Object.keys(line)).filter((field) => !(field in logFields));
    expect(unknown).toEqual([]);
    for (const line of lines) {
      expect(line).toMatchObject({
        level: expect.any(Number),
        time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        msg: expect.stringMatching(/./),
      });
    }
  });
});

it('as text: the same fields after the message', async () => {
  const server = await TestServer.start({ flags: ['--logging-format=text', '--v=3'] });
  try {
    await server.client.get('/api/v1/nodes');
    await until(() => server.output.includes('/api/v1/nodes'));
    expect(linesOf(server).find((line) => line.includes('/api/v1/nodes'))).toMatch(
      /^I\d{4} [\d:.]+ +\d+ server\] "HTTP" verb="list" URI="\/api\/v1\/nodes" resp=200 latency=[\d.]+ user="admin" userAgent="" audit-ID="[\da-f-]+" srcIP="127\.0\.0\.1"$/,
    );
    for (const line of linesOf(server)) {
      expect(line).toMatch(/^[IWEF]\d{4} \d\d:\d\d:\d\d\.\d{6} +\d+ server\] "/);
      const fields = [...line.matchAll(/ ([\w-]+)=/g)].map(([, field]) => field!);
      if (line.includes('"HTTP"')) expect(fields.filter((field) => !(field in logFields))).toEqual([]);
    }
  } finally {
    await server.remove();
  }
});

it.each([
  ['an error that nothing handles', "throw new Error('gone')", 1, { level: 60, msg: 'uncaught exception' }],
  ['a warning of Node.js', "process.emitWarning('gone')", 0, { level: 40, msg: 'gone' }],
])('%s is a line too', (_, action, code, line) => {
  const program = new URL('../../dist/commands/program.js', import.meta.url);
  const script = `(await import(${JSON.stringify(program.href)})).openLog(2); setTimeout(() => { ${action} })`;
  const ran = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' });
  expect(ran.status).toBe(code);
  expect(
    ran.stderr
      .trimEnd()
      .split('\n')
      .map((one) => JSON.parse(one)),
  ).toEqual([expect.objectContaining({ ...line, err: expect.objectContaining({ message: 'gone' }) })]);
});
