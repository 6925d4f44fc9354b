import { expect, test } from 'vitest';
import { applyOperations } from './json-patch.ts';

const document = { metadata: { name: 'a' }, data: { a: '1' }, list: ['x'] };

test('operations are applied one after the other', async () => {
  const add = { op: 'add', path: '/data/b', value: '2' };
  const copy = { op: 'copy', from: '/data/b', path: '/data/c' };
  expect(await applyOperations(document, [add, copy])).toMatchObject({ data: { a: '1', b: '2', c: '2' } });
});

test('a test that fails leaves everything as it is', async () => {
  const failing = { op: 'test', path: '/data/a', value: '5' };
  expect(await applyOperations(document, [failing])).toBeUndefined();
  const add = { op: 'add', path: '/data/b', value: '2' };
  expect(await applyOperations(document, [add, failing])).toBeUndefined();
});

test.each<[object, string]>([
  [{ op: 'nope', path: '/data' }, 'Unexpected kind: nope'],
  [
    { op: 'add', path: '/no/x', value: 1 },
    'add operation does not apply: doc is missing path: "/no/x": missing value',
  ],
  [
    { op: 'remove', path: '/no/x' },
    'remove operation does not apply: doc is missing path: "/no/x": missing value',
  ],
  [
    { op: 'remove', path: '/data/x' },
    "error in remove for path: '/data/x': Unable to remove nonexistent key: x: missing value",
  ],
  [
    { op: 'replace', path: '/no/x', value: 1 },
    'replace operation does not apply: doc is missing path: /no/x: missing value',
  ],
  [
    { op: 'test', path: '/no/x', value: 1 },
    'test operation does not apply: is missing path: /no/x: missing value',
  ],
  [
    { op: 'move', from: '/no/x', path: '/y' },
    'move operation does not apply: doc is missing from path: /no/x: missing value',
  ],
  [
    { op: 'move', from: '/data/a', path: '/no/x' },
    'move operation does not apply: doc is missing destination path: /no/x: missing value',
  ],
  [
    { op: 'add', path: '/list/5', value: 'y' },
    "error in add for path: '/list/5': Unable to access invalid index: 5: invalid index referenced",
  ],
])('%j is refused as authors of policies know it', async (operation, problem) => {
  const patched = applyOperations(document, [operation as Record<string, unknown>]);
  await expect(patched).rejects.toThrow(`JSON Patch: ${problem}`);
});

test('copies may not make the document grow without end', async () => {
  const doubling = Array.from({ length: 30 }, () => ({ op: 'copy', from: '/list', path: '/list/-' }));
  await expect(applyOperations({ list: ['x'.repeat(1000)] }, doubling)).rejects.toThrow(
    'JSON Patch: copies make the document grow too much',
  );
});
