import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ObjectServer } from '../../../test/support/unit/object-server.ts';

const path = '/api/v1/namespaces/default/configmaps/c';
const configMap = {
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'c', namespace: 'default', managedFields: [{ manager: 'm' }] },
  data: { a: 'old' },
};

let server: ObjectServer;
beforeAll(async () => {
  server = await ObjectServer.start();
});
beforeEach(() => {
  server.answers = { [path]: configMap, [`PATCH ${path}`]: configMap };
});
afterAll(() => server[Symbol.asyncDispose]());

/** An editor that carries out a command of sed each time it is opened, and keeps what it was shown. */
function edits(...commands: string[]): () => string {
  const seen = server.file('seen', '');
  const count = server.file('count', '');
  const steps = commands.map((command, at) => `${at + 1}) sed -i -e '${command}' "$1";;`).join(' ');
  const script = server.file(
    'editor.sh',
    `cat "$1" >> ${seen}; echo >> ${count}; case $(wc -l < ${count}) in ${steps} *) exit 3;; esac`,
  );
  server.env = { ORCH_EDITOR: `sh ${script}` };
  return () => readFileSync(seen, 'utf8');
}
const run = (...flags: string[]) => server.run(['edit', 'cm/c', ...flags]);

describe('an object in an editor', () => {
  test('is changed on the server as the user has changed it', async () => {
    const seen = edits('s/old/new/');
    const { stdout, bodies } = await run('--output-patch');
    expect(stdout).toBe('Patch: {"data":{"a":"new"}}\nconfigmap/c edited\n');
    expect(bodies).toEqual([{ data: { a: 'new' } }]);
    expect(seen()).toContain('a: old');
    expect(seen()).not.toContain('managedFields');
  });

  test('may be JSON, with who manages its fields', async () => {
    const seen = edits('s/old/new/');
    expect((await run('-o', 'json', '--show-managed-fields')).bodies).toEqual([{ data: { a: 'new' } }]);
    expect(seen()).toContain('"a": "old"');
    expect(seen()).toContain('"managedFields"');
  });

  test.each([
    ['is left as it was', 's/x/x/', 'Edit cancelled, no changes made.\n'],
    ['is written otherwise, and is the same', 's/a: old/a: "old"/', 'Edit cancelled, no changes made.\n'],
    ['is taken away', 'd', 'Edit cancelled, saved file was empty.\n'],
  ])('that %s is not written', async (_, command, stderr) => {
    edits(command);
    expect(await run()).toMatchObject({ stderr, code: 0, bodies: [] });
  });

  test('that nobody can read comes back with the reason, until it can be read', async () => {
    const seen = edits('s/a: old/a: [/', 's/a: \\[/a: new/');
    expect((await run()).bodies).toEqual([{ data: { a: 'new' } }]);
    const again = seen().slice(seen().indexOf('data:'));
    expect(again).toMatch(/\n# .*\n/);
  });

  test('that is refused comes back with the reason; who changes nothing then gives up', async () => {
    delete server.answers[`PATCH ${path}`];
    const refusing = edits('s/old/new/', 's/x/x/');
    server.answers[`PATCH ${path}`] = 'no JSON';
    const { code, stderr } = await run();
    expect(code).toBe(1);
    expect(stderr).toContain('Edit cancelled, no valid changes were saved: configmaps "c" was not valid:');
    expect(refusing()).toContain('# configmaps "c" was not valid:');
  });

  test('keeps its name', async () => {
    edits('s/name: c/name: d/', 's/x/x/');
    const { code, stderr, bodies } = await run();
    expect([code, bodies]).toEqual([1, []]);
    expect(stderr).toContain(
      'ConfigMap d was not opened: apiVersion, kind, name and namespace cannot be changed',
    );
  });

  test('stays as it is when the editor fails', async () => {
    server.env = { EDITOR: 'false' };
    expect(await run()).toMatchObject({
      code: 1,
      stderr: 'error: there was a problem with the editor "false": it ended with 1\n',
      bodies: [],
    });
  });
});

test.each([
  [['edit', 'cm/c', '-o', 'wide'], "The flag 'output' must be one of yaml|json, not wide"],
  [['edit', 'cm/none'], 'not found'],
])('%j is refused', async (words, message) => {
  edits();
  const { code, stderr } = await server.run(words);
  expect(code).toBe(1);
  expect(stderr).toContain(message);
});
