import { afterAll, beforeAll, expect, test } from 'vitest';
import { ObjectServer } from '../../../test/support/unit/object-server.ts';

const pods = '/api/v1/namespaces/default/pods';
const pod = (phase: string) => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'a', namespace: 'default', uid: 'u', resourceVersion: '5' },
  status: { phase, conditions: [{ type: 'Ready', status: phase === 'Running' ? 'True' : 'False' }] },
});
const listOf = (...items: object[]) => ({
  kind: 'PodList',
  apiVersion: 'v1',
  metadata: { resourceVersion: '5' },
  items,
});

let server: ObjectServer;
beforeAll(async () => {
  server = await ObjectServer.start();
});
afterAll(() => server[Symbol.asyncDispose]());

test.each([
  ['--for=condition=Ready', [pod('Running')], 'pod/a condition met\n'],
  ['--for=jsonpath={.status.phase}=Running', [pod('Running')], 'pod/a condition met\n'],
  ['--for=create', [pod('Pending')], 'pod/a condition met\n'],
  // There is no object to name.
  ['--for=delete', [], ''],
])('%s is met already', async (flag, items, stdout) => {
  server.answers = { [pods]: listOf(...items) };
  const ran = await server.run(['wait', 'pod/a', flag]);
  expect(ran).toMatchObject({ code: 0, stdout, stderr: '' });
  expect(ran.requests).toEqual([`GET ${pods}?fieldSelector=metadata.name%3Da`]);
});

test.each([
  [
    ['pod/a', '--for=condition=Ready', '--timeout=0'],
    [pod('Pending')],
    'timed out waiting for the condition on pods/a',
  ],
  [['pod/a', '--for=condition=Ready'], [], 'pods "a" not found'],
  [['pods', '-l', 'app=web', '--for=condition=Ready'], [], 'no matching resources found'],
  [['pod/a', '--for=ready'], [], 'unrecognized condition: "ready"'],
])('%j fails', async (words, items, message) => {
  server.answers = { [pods]: listOf(...items) };
  const { code, stderr } = await server.run(['wait', ...words]);
  expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining(message) });
});
