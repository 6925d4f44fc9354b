import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { maxStall } from '../../support/max-stall.ts';
import { configMap, configMaps } from '../../support/objects.ts';
import { TestServer } from '../../support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start();
});
afterAll(() => server.remove());

/** Milliseconds: far less than the work itself takes, and far more than on a machine that does nothing else. */
const inTurn = 300;

const asYaml = { headers: { 'content-type': 'application/yaml' } };
const map = (name: string, data: string): string =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: ${name}\ndata:\n${data}`;
const keys = (count: number): string =>
  Array.from({ length: count }, (_, n) => `  key-${n}: value-${n}\n`).join('');

/** Milliseconds for which /livez was not answered while something was done. */
const waitDuring = (work: Promise<unknown>): Promise<number> =>
  maxStall(work, async () => expect((await server.client.get('/livez')).text).toBe('ok'));

describe('while a large body of YAML is read, others are served', () => {
  it.each([
    ['many keys', map('many', keys(10_000)), 201],
    ['a long list where a map is wanted', map('list', '- item-1\n'.repeat(20_000)), 400],
    ['one long text', map('long', `  a: |\n${'    line\n'.repeat(80_000)}`), 201],
    ['more words than are taken', map('words', keys(100_000)), 400],
    ['what is no YAML', map('none', `  a: [${'b, '.repeat(100_000)}`), 400],
  ])('%s', async (_, body, status) => {
    const answer = server.client.post(`${configMaps}?dryRun=All`, body, asYaml);
    expect(await waitDuring(answer)).toBeLessThan(inTurn);
    expect((await answer).body).toMatchObject(status === 201 ? { kind: 'ConfigMap' } : { code: status });
  });

  it('a configuration that is applied', async () => {
    const path = `${configMaps}/applied?fieldManager=m&dryRun=All`;
    const options = { headers: { 'content-type': 'application/apply-patch+yaml' } };
    for (const body of [
      map('applied', keys(10_000)),
      `{apiVersion: v1, kind: ConfigMap, metadata: {name: applied}, data: {${keys(10_000).replaceAll('\n', ', ')}}}`,
    ]) {
      const answer = server.client.send('PATCH', path, { ...options, body });
      await waitDuring(answer);
      const { body: applied } = await answer;
      expect(applied.message).toBeUndefined();
      expect(Object.keys(applied.data)).toHaveLength(10_000);
    }
  });
});

describe('while YAML is written, others are served', () => {
  beforeAll(async () => {
    const data = Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`key-${n}`, `value ${n}`]));
    const names = Array.from({ length: 2_000 }, (_, n) => `map-${n}`).values();
    await Promise.all(
      Array.from({ length: 32 }, async () => {
        for (const name of names)
          expect((await server.client.post(configMaps, configMap(name, data))).status).toBe(201);
      }),
    );
  });

  it('while a list is written as YAML, other requests are served', async () => {
    const answer = server.client.get(configMaps, { headers: { accept: 'application/yaml' } });
    expect(await waitDuring(answer)).toBeLessThan(inTurn);
    const { text, status, headers } = await answer;
    expect([status, headers['content-type']]).toEqual([200, 'application/yaml']);
    expect(text).toMatch(/^apiVersion: v1\nitems:\n- data:\n {4}key-0: value 0\n/);
    expect(text.match(/^ {4}name: map-\d+$/gm)).toHaveLength(2_000);
    expect(text).toMatch(/\nkind: ConfigMapList\nmetadata:\n {2}resourceVersion: "\d+"\n$/);
  });

  it('an object, which is what was sent when it is sent back', async () => {
    const path = `${configMaps}/large`;
    await server.client.post(configMaps, map('large', keys(10_000)), asYaml);
    const answer = server.client.get(path, { headers: { accept: 'application/yaml' } });
    expect(await waitDuring(answer)).toBeLessThan(inTurn);
    const { body: before } = await server.client.get(path);
    const { body: after } = await server.client.put(path, (await answer).text, asYaml);
    expect(after.data).toEqual(before.data);
    expect(after.metadata.resourceVersion).toBe(before.metadata.resourceVersion);
  });
});
