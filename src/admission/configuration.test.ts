import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { dialects } from '../api/meta/dialect.ts';
import { readAdmissionConfiguration } from './configuration.ts';

const directory = mkdtempSync(join(tmpdir(), 'admission-configuration-'));
afterAll(() => rmSync(directory, { recursive: true }));

const orch = dialects[0]!;
const read = (plugins: unknown) => {
  const path = join(directory, 'admission.yaml');
  const head = { apiVersion: `apiserver.config.${orch.api}/v1`, kind: 'AdmissionConfiguration' };
  writeFileSync(path, JSON.stringify({ ...head, plugins }));
  return readAdmissionConfiguration(path, orch);
};

test('each plugin gets its own part', async () => {
  const found = await read([
    { name: 'A', configuration: { a: 1 } },
    { name: 'B', configuration: null },
  ]);
  expect([...found]).toEqual([['A', { value: { a: 1 }, directory }]]);
  expect(await read(null)).toEqual(new Map());
});

test.each<[string, unknown, string]>([
  ['a map of plugins', { A: { a: 1 } }, 'plugins is no list'],
  ['a plugin without a name', [{ configuration: {} }], 'a plugin has no name'],
  [
    'a plugin that is told two things',
    [
      { name: 'A', configuration: { a: 1 } },
      { name: 'A', configuration: { a: 2 } },
    ],
    'plugin "A" is there more than once',
  ],
  ['a field that nobody knows', [{ name: 'A', config: {} }], 'unknown field "config"'],
])('%s is no configuration', async (_, plugins, problem) => {
  await expect(read(plugins)).rejects.toThrow(problem);
});
