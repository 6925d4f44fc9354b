import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { PluginDependencies } from '../descriptor.ts';
import { ManifestFolder } from './manifest-folder.ts';

let folder: string;
let resources: DisposableStack;
const report = vi.fn();
const manifests = { loaded: vi.fn(), reloaded: vi.fn() };

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'manifests-'));
  resources = new DisposableStack();
  vi.clearAllMocks();
});
afterEach(async () => {
  resources.dispose();
  await rm(folder, { recursive: true });
});

const kinds = [{ kind: 'ValidatingAdmissionPolicy', resource: 'validatingadmissionpolicies' }];
const open = () =>
  ManifestFolder.open(folder, { plugin: 'Policies', what: 'policy', kinds }, {
    dialect: { api: 'example' },
    resources,
    report,
    manifests,
    writer: { shaped: async (_type: object, value: object) => value },
  } as unknown as PluginDependencies);

const policy = (name: string, message = 'no'): string =>
  `apiVersion: admissionregistration.example/v1\nkind: ValidatingAdmissionPolicy\nmetadata:\n  name: ${name}.static.example\nspec:\n  validations:\n  - expression: 'false'\n    message: ${message}\n`;
const write = (file: string, text: string): Promise<void> => writeFile(join(folder, file), text);
const names = (opened: ManifestFolder): string[] =>
  opened
    .lister<{ metadata: { name: string } }>('ValidatingAdmissionPolicy')
    .list()
    .map(({ metadata }) => metadata.name);

it('reads the documents of all files, and the items of lists', async () => {
  await write('b.yaml', `${policy('b')}---\n${policy('c')}`);
  await write('a.YML', policy('a'));
  await write(
    'list.json',
    JSON.stringify({ apiVersion: 'v1', kind: 'List', items: [JSON.parse(asJson('d'))] }),
  );
  await write('notes.txt', 'nothing');
  expect(names(await open()).sort()).toEqual(['a', 'b', 'c', 'd'].map((name) => `${name}.static.example`));
});

const asJson = (name: string): string =>
  JSON.stringify({
    apiVersion: 'admissionregistration.example/v1',
    kind: 'ValidatingAdmissionPolicy',
    metadata: { name: `${name}.static.example` },
  });

it('says what is wrong at start', async () => {
  await write('a.yaml', 'apiVersion: v1\nkind: Pod\n');
  await expect(open()).rejects.toThrow(
    `failed to load static policy manifests from ${JSON.stringify(folder)}: file "a.yaml": unsupported resource type v1, Kind=Pod`,
  );
});

it('follows changes, and keeps what was there when one of them is wrong', async () => {
  await write('a.yaml', policy('a'));
  const opened = await open();
  const seen: string[] = [];
  opened.lister('ValidatingAdmissionPolicy').observe(({ name, after }) => {
    seen.push(`${name} ${after() === undefined ? 'gone' : 'there'}`);
  });
  await write('a.yaml', policy('b'));
  await vi.waitFor(() => expect(seen).toContain('b.static.example there'), { timeout: 5_000 });
  expect(seen).toContain('a.static.example gone');
  await write('a.yaml', 'kind: x');
  await vi.waitFor(() => expect(report).toHaveBeenCalled(), { timeout: 5_000 });
  expect(names(opened)).toEqual(['b.static.example']);
  expect(manifests.reloaded.mock.calls).toEqual([
    ['Policies', true],
    ['Policies', false],
  ]);
  expect(manifests.loaded).toHaveBeenLastCalledWith(
    'Policies',
    expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
  );
});
