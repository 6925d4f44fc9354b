import { afterAll, beforeAll, expect, test } from 'vitest';
import { ObjectServer } from '../../../test/support/unit/object-server.ts';

let server: ObjectServer;
beforeAll(async () => {
  server = await ObjectServer.start();
  const pod = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'web', namespace: 'default' } };
  server.answers = {
    '/api/v1/namespaces/default/pods/web': {
      ...pod,
      spec: { containers: [{ name: 'app' }] },
      status: { phase: 'Running' },
    },
  };
});
afterAll(() => server[Symbol.asyncDispose]());

test.each([
  [['exec'], 'pod, type/name or --filename must be specified'],
  [['exec', '--', 'sh'], 'pod, type/name or --filename must be specified'],
  [['exec', 'web'], 'you must specify at least one command for the container'],
  [['exec', 'web', '--'], 'you must specify at least one command for the container'],
  [['exec', 'web', 'other', '--', 'sh'], 'exactly one pod or type/name must be specified'],
  [['exec', 'web', '-c', 'none', '--', 'sh'], 'container none is not valid for pod web'],
  [['exec', 'none', '--', 'sh'], 'not found'],
])('%j is refused before the container is asked', async (words, message) => {
  const { code, stderr, requests } = await server.run(words);
  expect(code).toBe(1);
  expect(stderr).toContain(message);
  expect(requests.some((request) => request.includes('/exec'))).toBe(false);
});

test.each([[['exec', 'web', '--', 'date', '-u']], [['exec', 'pod/web', '-c', 'app', '--', 'date', '-u']]])(
  '%j asks the container for the command',
  async (words) => {
    const { code, requests } = await server.run(words);
    // The server of this test knows no conversations.
    expect(code).not.toBe(0);
    const asked = requests.find((request) => request.includes('/exec'))!;
    expect(asked).toContain('/api/v1/namespaces/default/pods/web/exec?');
    for (const part of ['command=date', 'command=-u', 'container=app', 'stdout=true'])
      expect(asked).toContain(part);
  },
);

test('a command that no dashes set apart is taken with a warning', async () => {
  const { stderr } = await server.run(['exec', 'web', 'date']);
  expect(stderr).toContain('orchctl exec [POD] [COMMAND] is DEPRECATED');
});
