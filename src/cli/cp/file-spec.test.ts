import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ObjectServer } from '../../../test/support/unit/object-server.ts';
import { parseFileSpec } from './file-spec.ts';

describe('a file', () => {
  test.each([
    ['notes.txt', { pod: '', namespace: '', path: 'notes.txt' }],
    ['/a:b', { pod: '', namespace: '', path: '/a:b' }],
    ['./a:b', { pod: '', namespace: '', path: './a:b' }],
    ['C\\x:y', { pod: '', namespace: '', path: 'C\\x:y' }],
    ['web:/tmp/a', { pod: 'web', namespace: '', path: '/tmp/a' }],
    ['dev/web:a:b', { pod: 'web', namespace: 'dev', path: 'a:b' }],
  ])('%s', (word, expected) => {
    expect(parseFileSpec(word)).toEqual(expected);
  });

  test.each([
    ['a/b/c:d', 'filespec must match the canonical format: [[namespace/]pod:]file/path'],
    [':d', 'filespec must match the canonical format: [[namespace/]pod:]file/path'],
    ['a/:d', 'filespec must match the canonical format: [[namespace/]pod:]file/path'],
    ['web:', 'filepath can not be empty'],
  ])('is not %s', (word, message) => {
    expect(() => parseFileSpec(word)).toThrow(message);
  });
});

describe('a copy', () => {
  let server: ObjectServer;
  beforeAll(async () => {
    server = await ObjectServer.start();
  });
  afterAll(() => server[Symbol.asyncDispose]());

  test.each([
    [['a'], 'source and destination are required'],
    [['web:a', 'web:b'], 'one of src or dest must be a local file specification'],
    [['a', 'b'], 'one of src or dest must be a remote file specification'],
    [['web:a', ''], 'filepath can not be empty'],
    [['none:a', 'b'], 'not found'],
  ])('is not %j', async (words, message) => {
    const { code, stderr } = await server.run(['cp', ...words]);
    expect(code).toBe(1);
    expect(stderr).toContain(message);
  });
});
