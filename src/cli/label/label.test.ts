import { afterAll, beforeAll, expect, test } from 'vitest';
import { ObjectServer } from '../../../test/support/unit/object-server.ts';

const path = '/api/v1/namespaces/default/pods/a';
const pod = {
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'a', namespace: 'default', labels: { app: 'web', old: 'x' }, annotations: { note: 'n' } },
};

let server: ObjectServer;
beforeAll(async () => {
  server = await ObjectServer.start();
  const labeled = { ...pod, metadata: { ...pod.metadata, labels: { app: 'web', old: 'x', tier: 'front' } } };
  server.answers = { [path]: pod, [`PATCH ${path}`]: labeled };
});
afterAll(() => server[Symbol.asyncDispose]());

test.each([
  [['label', 'pod', 'a', 'tier=front'], { labels: { tier: 'front' } }, 'pod/a labeled\n'],
  [['label', 'pod/a', 'app=db', '--overwrite'], { labels: { app: 'db' } }, 'pod/a labeled\n'],
  [['label', 'pod/a', 'tier=front', 'old-'], { labels: { tier: 'front', old: null } }, 'pod/a labeled\n'],
  [['annotate', 'pod/a', 'why=because'], { annotations: { why: 'because' } }, 'pod/a annotated\n'],
])('%j', async (words, metadata, stdout) => {
  const ran = await server.run(words);
  expect(ran).toMatchObject({ code: 0, stdout, bodies: [{ metadata }] });
  expect(ran.requests).toEqual([`GET ${path}`, expect.stringContaining(`PATCH ${path}?fieldManager=`)]);
});

test.each([
  [['label', 'pod/a', 'app=db'], "error: 'app' already has a value (web), and --overwrite is false\n"],
  [['label', 'pod/a', 'a=b c'], expect.stringContaining('invalid label value: "a=b c"')],
  [['label', 'pod/a'], expect.stringContaining('at least one label update is required')],
])('%j is refused, and nothing is written', async (words, stderr) => {
  expect(await server.run(words)).toMatchObject({ code: 1, stderr, bodies: [] });
});

test('--list prints the labels, and changes nothing', async () => {
  expect(await server.run(['label', 'pod/a', '--list'])).toMatchObject({
    stdout: 'app=web\nold=x\n',
    bodies: [],
  });
});
