import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ObjectServer } from '../../../test/support/unit/object-server.ts';

const path = '/api/v1/namespaces/default/configmaps/c';
const configMap = {
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'c', namespace: 'default' },
  data: { a: '1' },
};

let server: ObjectServer;
beforeAll(async () => {
  server = await ObjectServer.start();
  server.answers = { [path]: configMap, [`PATCH ${path}`]: { ...configMap, data: { a: '2' } } };
});
afterAll(() => server[Symbol.asyncDispose]());

const run = (...flags: string[]) => server.run(['patch', 'cm/c', ...flags]);

describe('a patch', () => {
  test.each<[string, string[], unknown]>([
    ['in JSON', ['-p', '{"data":{"a":"2"}}'], { data: { a: '2' } }],
    ['in YAML', ['-p', 'data: {a: "2"}'], { data: { a: '2' } }],
    ['that replaces lists', ['--type=merge', '-p', '{}'], {}],
    [
      'of operations',
      ['--type=JSON', '-p', '[{"op":"remove","path":"/data/a"}]'],
      [{ op: 'remove', path: '/data/a' }],
    ],
  ])('%s is sent', async (_, flags, body) => {
    const { stdout, bodies, requests } = await run(...flags);
    expect({ stdout, bodies }).toEqual({ stdout: 'configmap/c patched\n', bodies: [body] });
    expect(requests[1]).toMatch(/^PATCH .*fieldManager=/);
  });

  test('is read from a file', async () => {
    const file = server.file('patch.yaml', 'data:\n  a: "2"\n');
    expect((await run('--patch-file', file)).bodies).toEqual([{ data: { a: '2' } }]);
  });

  test('of a part of the object is sent there', async () => {
    server.answers[`PATCH ${path}/status`] = configMap;
    const { requests, stdout } = await run('--subresource=status', '-p', '{}');
    expect(requests.at(-1)).toContain(`PATCH ${path}/status`);
    expect(stdout).toBe('configmap/c patched (no change)\n');
  });

  test.each([
    [['--dry-run=client', '-p', '{"data":{"b":"2"}}', '-o', 'jsonpath={.data}'], '{"a":"1","b":"2"}'],
    [
      [
        '--dry-run=client',
        '--type=json',
        '-p',
        '[{"op":"add","path":"/data/b","value":"2"}]',
        '-o',
        'jsonpath={.data}',
      ],
      '{"a":"1","b":"2"}',
    ],
  ])('is made here in a dry run of the client: %j', async (flags, expected) => {
    expect(await run(...flags)).toMatchObject({ stdout: expected, bodies: [] });
  });

  test('is made of a file without a server', async () => {
    const file = server.file('c.json', configMap);
    const words = ['patch', '-f', file, '--local', '-p', '{"data":{"a":null}}', '-o', 'jsonpath={.data}'];
    expect(await server.run(words)).toMatchObject({ stdout: '{}', requests: [] });
    expect((await server.run(['patch', 'cm/c', '--local', '-p', '{}'])).stderr).toBe(
      'error: cannot specify --local and server resources\n',
    );
  });

  test.each([
    [['--type=x', '-p', '{}'], '--type must be one of [json merge strategic], not "x"'],
    [['-p', '{}', '--patch-file=f'], 'cannot specify --patch and --patch-file together'],
    [[], 'must specify --patch or --patch-file containing the contents of the patch'],
    [['-p', '[]'], 'unable to parse "[]": a patch is an object'],
    [['--type=json', '-p', '{}'], 'unable to parse "{}": a JSON patch is a list of operations'],
    [['-p', '{'], /^unable to parse "\{": /],
    [['--patch-file=/nowhere/x'], /^unable to read patch file: ENOENT/],
    [
      ['--dry-run=client', '--type=json', '-p', '[{"op":"remove","path":"/none"}]'],
      /^the patch does not apply: /,
    ],
  ])('is refused: %j', async (flags, message) => {
    const { code, stderr, bodies } = await run(...(flags as string[]));
    expect([code, bodies]).toEqual([1, []]);
    if (typeof message === 'string') expect(stderr).toBe(`error: ${message}\n`);
    else expect(stderr.replace(/^error: /, '')).toMatch(message);
  });
});
