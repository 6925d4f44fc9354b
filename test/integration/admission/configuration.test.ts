import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { podWith } from '../../support/admission.ts';
import { TestServer } from '../../support/server.ts';

const directory = mkdtempSync(join(tmpdir(), 'admission-configuration-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

let count = 0;
/** A file of its own for each row, beside `plugins/selectors.yaml`. */
function written(text: string): string {
  mkdirSync(join(directory, 'plugins'), { recursive: true });
  writeFileSync(
    join(directory, 'plugins/selectors.yaml'),
    'podNodeSelectorPluginConfig: {clusterDefaultNodeSelector: from=path}',
  );
  count++;
  const file = join(directory, `${count}.yaml`);
  writeFileSync(file, text);
  return file;
}

const start = (file: string): Promise<TestServer> =>
  TestServer.start({
    // A server that does not start leaves its own behind.
    directory: mkdtempSync(join(directory, 'server-')),
    flags: ['--enable-admission-plugins=PodNodeSelector', `--admission-control-config-file=${file}`],
  });

/** What a pod without a selector of its own gets. */
async function selector(text: string): Promise<unknown> {
  const server = await start(written(text));
  try {
    const { body } = await server.client.post('/api/v1/namespaces/default/pods', podWith('p'));
    return body.spec.nodeSelector;
  } finally {
    await server.remove();
  }
}

const head = (version: string): string => `apiVersion: ${version}\nkind: AdmissionConfiguration\n`;
const v1 = head('apiserver.config.k8s.io/v1');

describe('a plugin is told', () => {
  it.each([
    [
      'in the configuration itself',
      `${v1}plugins:
- name: PodNodeSelector
  configuration:
    podNodeSelectorPluginConfig: {clusterDefaultNodeSelector: from=inside}
`,
      { from: 'inside' },
    ],
    [
      'in a file beside it',
      `${v1}plugins:
- {name: PodNodeSelector, path: plugins/selectors.yaml}
`,
      { from: 'path' },
    ],
    [
      'inside rather than beside',
      `${v1}plugins:
- name: PodNodeSelector
  path: plugins/selectors.yaml
  configuration:
    podNodeSelectorPluginConfig: {clusterDefaultNodeSelector: from=inside}
`,
      { from: 'inside' },
    ],
    [
      'in the older version',
      `${head('apiserver.k8s.io/v1alpha1')}plugins:
- {name: PodNodeSelector, path: plugins/selectors.yaml}
`,
      { from: 'path' },
    ],
    [
      'in a file that is its own alone',
      'podNodeSelectorPluginConfig: {clusterDefaultNodeSelector: from=alone}',
      { from: 'alone' },
    ],
    [
      'nothing, when only others are told something',
      `${v1}plugins:
- {name: SomebodyElse, configuration: {a: b}}
`,
      undefined,
    ],
  ])('%s', async (_, text, expected) => {
    expect(await selector(text)).toEqual(expected);
  });
});

describe('a server does not start with', () => {
  it.each([
    ['something else', 'apiVersion: v1\nkind: Pod\n', 'no kind "Pod" is registered for version "v1"'],
    [
      'a version that there is not',
      head('apiserver.config.k8s.io/v2'),
      'is registered for version "apiserver.config.k8s.io/v2"',
    ],
    ['a field that nobody knows', `${v1}plugin: []\n`, 'unknown field "plugin"'],
    [
      'a plugin with such a field',
      `${v1}plugins:\n- {name: PodNodeSelector, file: a}\n`,
      'unknown field "file"',
    ],
    ['a plugin without a name', `${v1}plugins:\n- {path: a}\n`, 'a plugin has no name'],
    ['a path that leads nowhere', `${v1}plugins:\n- {name: PodNodeSelector, path: nowhere}\n`, 'nowhere'],
    ['what is no YAML', '{', ''],
  ])('%s', async (_, text, expected) => {
    const outcome = await start(written(text)).catch(({ message }: Error) => message);
    if (typeof outcome !== 'string') await outcome.remove();
    expect(String(outcome).replaceAll('\\"', '"')).toContain(`the server ended with 1`);
    expect(String(outcome).replaceAll('\\"', '"')).toContain(expected);
  });
});
