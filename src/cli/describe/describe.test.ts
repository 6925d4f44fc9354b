import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ObjectServer } from '../../../test/support/unit/object-server.ts';

const path = '/api/v1/namespaces/default/configmaps';
const configMap = (name: string) => ({
  metadata: { name, namespace: 'default', uid: name },
  data: { k: 'v' },
});
const event = (lastTimestamp: string, message: string) => ({
  ...configMap('e'),
  type: 'Normal',
  reason: 'Seen',
  source: { component: 'watcher' },
  firstTimestamp: lastTimestamp,
  lastTimestamp,
  message,
});

let server: ObjectServer;
beforeAll(async () => {
  server = await ObjectServer.start();
});
beforeEach(() => {
  server.answers = {
    [path]: { items: [configMap('web'), configMap('web-2'), configMap('other')] },
    [`${path}/web`]: { apiVersion: 'v1', kind: 'ConfigMap', ...configMap('web') },
    '/api/v1/namespaces/default/events': {
      items: [event('2021-03-04T05:10:17Z', ' second '), event('2021-03-04T05:09:17Z', 'first')],
    },
  };
});
afterAll(() => server[Symbol.asyncDispose]());

const run = (...words: string[]) => server.run(['describe', ...words]);
const namesIn = (stdout: string): string[] =>
  [...stdout.matchAll(/^Name: +(\S+)$/gm)].map(([, name]) => name!);

describe('what is described', () => {
  test('is one object, with what happened to it in order', async () => {
    const { stdout, requests } = await run('cm', 'web', '--show-events');
    expect(namesIn(stdout)).toEqual(['web']);
    const lines = stdout.split('\n').map((line) => line.trim().replaceAll(/ {2,}/g, ' | '));
    expect(lines.slice(lines.indexOf('Events:'))).toEqual([
      'Events:',
      'Type | Reason | Age | From | Message',
      '---- | ------ | ---- | ---- | -------',
      'Normal | Seen | 2m | watcher | first',
      'Normal | Seen | 60s | watcher | second',
      '',
    ]);
    expect(decodeURIComponent(requests.at(-1)!)).toContain(
      'fieldSelector=involvedObject.name=web,involvedObject.namespace=default,involvedObject.kind=ConfigMap,involvedObject.uid=web',
    );
  });

  test('is one object without events', async () => {
    const { stdout, requests } = await run('cm/web', '--show-events=false');
    expect(stdout).not.toContain('Events');
    expect(requests).toHaveLength(1);
  });

  test('has no word of events that the user may not read', async () => {
    delete server.answers['/api/v1/namespaces/default/events'];
    const { stdout, code } = await run('cm', 'web');
    expect([namesIn(stdout), stdout.includes('Events'), code]).toEqual([['web'], false, 0]);
  });

  test('is all that a name begins, where none is it', async () => {
    expect(namesIn((await run('cm', 'web-')).stdout)).toEqual(['web-2']);
    expect(namesIn((await run('cm', 'w')).stdout)).toEqual(['web', 'web-2']);
  });

  test('is all that there is', async () => {
    const { stdout, requests } = await run('cm', '-l', 'a=b', '--show-events=false');
    expect(namesIn(stdout)).toEqual(['web', 'web-2', 'other']);
    expect(stdout).toContain('\n\n\nName:');
    expect(decodeURIComponent(requests[0]!)).toContain('labelSelector=a=b');
  });

  test('is not there', async () => {
    const { stderr, code } = await run('cm', 'none');
    expect([stderr, code]).toEqual([expect.stringContaining('not found'), 1]);
    server.answers[path] = { items: [] };
    expect((await run('cm')).stderr).toBe('No resources found in default namespace.\n');
  });
});

test('each object of a command line is described, though others are missing', async () => {
  const { stdout, stderr, code } = await run('cm/none', 'cm/web');
  expect([namesIn(stdout), code]).toEqual([['web'], 1]);
  expect(stderr).toContain('none');
});

test('a kind without a layout has all of its fields shown', async () => {
  server.answers['/api/v1/namespaces/default/serviceaccounts/robot'] = {
    apiVersion: 'v1',
    kind: 'ServiceAccount',
    metadata: { name: 'robot', namespace: 'default' },
  };
  const { stdout } = await run('sa/robot', '--show-events=false');
  expect(namesIn(stdout)).toEqual(['robot']);
});
