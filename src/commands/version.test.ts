import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { versionDocument } from './version.ts';

const directory = mkdtempSync(join(tmpdir(), 'version-'));
afterAll(() => rmSync(directory, { recursive: true }));

it('the version says of what commit the server was built, and when', () => {
  const file = join(directory, 'build-info.json');
  const info = { gitCommit: 'a'.repeat(40), gitTreeState: 'clean', buildDate: '2026-01-02T03:04:05Z' };
  writeFileSync(file, JSON.stringify(info));
  const document = versionDocument('1.20', { file: pathToFileURL(file) });
  expect(document).toMatchObject({ major: '1', minor: '20', gitVersion: 'v1.20.0', ...info });
  expect(Object.keys(document)).toEqual([
    'major',
    'minor',
    'gitVersion',
    'gitCommit',
    'gitTreeState',
    'buildDate',
    'goVersion',
    'compiler',
    'platform',
  ]);
});

it('the version of sources that were not built has every field', () => {
  const document = versionDocument('1.23', { file: pathToFileURL(join(directory, 'none.json')) });
  expect(document).toMatchObject({ gitCommit: '', buildDate: '1970-01-01T00:00:00Z' });
});

it('from 1.33 on the version says what is emulated, after the release', () => {
  const document = versionDocument('1.33', { file: pathToFileURL(join(directory, 'none.json')) });
  expect(Object.entries(document).slice(0, 7)).toEqual([
    ['major', '1'],
    ['minor', '33'],
    ['emulationMajor', '1'],
    ['emulationMinor', '33'],
    ['minCompatibilityMajor', '1'],
    ['minCompatibilityMinor', '32'],
    ['gitVersion', 'v1.33.0'],
  ]);
});

it('what other servers may be of is what the operator says', () => {
  const options = { file: pathToFileURL(join(directory, 'none.json')), minCompatibility: '1.33' };
  expect(versionDocument('1.36', options)).toMatchObject({ minCompatibilityMinor: '33' });
});
