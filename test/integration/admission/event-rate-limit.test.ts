import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serverWith, startFault } from '../../support/admission.ts';
import type { Answer, ApiClient } from '../../support/api-client.ts';
import type { TestServer } from '../../support/server.ts';

const apiVersion = 'eventratelimit.admission.k8s.io/v1alpha1';
const configuration = (...limits: object[]) => ({
  EventRateLimit: { apiVersion, kind: 'Configuration', limits },
});
/** So slow that no token comes back while a test runs. */
const limit = (type: string, burst: number) => ({ type, qps: 1, burst, cacheSize: 10 });

let count = 0;
function post(client: ApiClient, namespace = 'default', about = 'pod', query = ''): Promise<Answer> {
  count++;
  return client.post(`/api/v1/namespaces/${namespace}/events${query}`, {
    metadata: { name: `e${count}` },
    involvedObject: { kind: 'Pod', namespace, name: about, uid: 'u', apiVersion: 'v1' },
    source: { component: 'test', host: 'h' },
    reason: 'Tested',
    type: 'Normal',
  });
}

/** The codes of so many at once: those that are let pass come back first. */
async function codes(many: number, act: () => Promise<Answer>): Promise<number[]> {
  const answers = await Promise.all(Array.from({ length: many }, act));
  return answers.map(({ status }) => status).sort();
}

describe('EventRateLimit', () => {
  let server: TestServer;
  let jane: ApiClient;
  afterAll(() => server?.remove());
  const start = async (...limits: object[]): Promise<void> => {
    await server?.remove();
    server = await serverWith({
      on: ['EventRateLimit'],
      configuration: configuration(...limits),
      users: ['jane-token,jane,2'],
    });
    jane = server.connect({ token: 'jane-token' });
    await server.client.post('/api/v1/namespaces', { metadata: { name: 'other' } });
  };

  describe('of the server', () => {
    beforeAll(() => start({ type: 'Server', qps: 1, burst: 20 }));

    it('lets so many pass at once and refuses the rest, whoever they are from', async () => {
      const all = await codes(60, () => post(count % 2 ? jane : server.client));
      const passed = all.filter((code) => code === 201).length;
      // A second or two may pass meanwhile.
      expect(passed).toBeGreaterThanOrEqual(20);
      expect(passed).toBeLessThanOrEqual(30);
      expect(all.slice(passed)).toEqual(Array(60 - passed).fill(429));
    });

    it('says which limit it is', async () => {
      const answers = await Promise.all(Array.from({ length: 20 }, () => post(server.client)));
      const refused = answers.find(({ status }) => status === 429)!;
      expect(refused.body).toMatchObject({
        reason: 'TooManyRequests',
        code: 429,
        message: 'Too many requests: limit reached on type Server for key ',
      });
    });

    it('does not count what is only tried', async () => {
      const all = await codes(30, () => post(server.client, 'default', 'pod', '?dryRun=All'));
      expect(all).toEqual(Array(30).fill(201));
    });

    it('looks at nothing but events', async () => {
      const path = '/api/v1/namespaces/default/configmaps';
      const all = await codes(30, () => server.client.post(path, { metadata: { generateName: 'c-' } }));
      expect(all).toEqual(Array(30).fill(201));
    });

    it('counts those of the other group too: they are the same events', async () => {
      const answers = await Promise.all(
        Array.from({ length: 30 }, (_, n) =>
          server.client.post('/apis/events.k8s.io/v1/namespaces/default/events', {
            metadata: { name: `n${n}` },
            eventTime: '2021-01-01T00:00:00.000000Z',
            reportingController: 'a.example/b',
            reportingInstance: 'i',
            action: 'Test',
            reason: 'Tested',
            type: 'Normal',
          }),
        ),
      );
      expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThan(10);
    });
  });

  it('is one for each namespace', async () => {
    await start(limit('Namespace', 5));
    expect(
      (await codes(30, () => post(server.client))).filter((code) => code === 429).length,
    ).toBeGreaterThan(10);
    const { status, body } = await post(server.client);
    if (status === 429)
      expect(body.message).toBe('Too many requests: limit reached on type Namespace for key default');
    expect((await post(server.client, 'other')).status).toBe(201);
  });

  it('is one for each user', async () => {
    await start(limit('User', 5));
    expect((await codes(30, () => post(jane))).filter((code) => code === 429).length).toBeGreaterThan(10);
    expect((await post(server.client)).status).toBe(201);
  });

  it('is one for each source and object', async () => {
    await start(limit('SourceAndObject', 5));
    expect(
      (await codes(30, () => post(server.client))).filter((code) => code === 429).length,
    ).toBeGreaterThan(10);
    expect((await post(server.client, 'default', 'another')).status).toBe(201);
  });

  it('charges all limits, also those that another one keeps it from', async () => {
    await start(limit('User', 3), limit('Namespace', 8));
    const answers = await Promise.all(Array.from({ length: 40 }, () => post(jane)));
    expect(answers.map(({ body }) => body.message)).toContain(
      'Too many requests: [limit reached on type User for key jane, limit reached on type Namespace for key default]',
    );
  });
});

describe('a server with EventRateLimit does not start', () => {
  const nothing =
    'couldn\'t init admission plugin "EventRateLimit": limits: Invalid value: []: must not be empty';
  it.each([
    ['without a configuration', undefined, nothing],
    ['without a limit', configuration(), nothing],
    [
      'with a type that there is not',
      configuration(limit('Planet', 1)),
      'limits[0].type: Unsupported value: "Planet"',
    ],
    ['with no burst', configuration(limit('User', 0)), 'limits[0].burst: Invalid value: 0: must be positive'],
    [
      'with a negative rate',
      configuration({ type: 'User', qps: -1, burst: 1 }),
      'limits[0].qps: Invalid value: -1: must be positive',
    ],
    [
      'with a negative size',
      configuration({ type: 'User', qps: 1, burst: 1, cacheSize: -1 }),
      'limits[0].cacheSize: Invalid value: -1: must not be negative',
    ],
    [
      'with a field that nobody knows',
      configuration({ ...limit('User', 1), speed: 1 }),
      'unknown field "speed"',
    ],
    [
      'with something else',
      { EventRateLimit: { apiVersion: 'v1', kind: 'Pod' } },
      'no kind "Pod" is registered for version "v1"',
    ],
  ])('%s', async (_, given, text) => {
    const options = { on: ['EventRateLimit'], ...(given === undefined ? {} : { configuration: given }) };
    // As the log has it: in JSON.
    expect((await startFault(options)).replaceAll('\\"', '"')).toContain(text);
  });
});
