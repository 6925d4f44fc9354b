import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { FlagValues } from '../../../util/flags.ts';
import { TokenFileAuthenticator, tokenFile } from './token-file.ts';

test('a token is the user of its line', () => {
  const method = new TokenFileAuthenticator(
    '\ufefft1,jane,42,"developers,testers"\r\n\r\nt2,"joe, jr.",43\n"t""3",system:admin,,system:masters,more\n',
    expect.unreachable,
  );
  expect(method.authenticateToken('t1')).toEqual({
    name: 'jane',
    uid: '42',
    groups: ['developers', 'testers'],
    extra: {},
  });
  expect(method.authenticateToken('t2')).toMatchObject({ name: 'joe, jr.', groups: [] });
  expect(method.authenticateToken('t"3')).toMatchObject({ uid: '', groups: ['system:masters', 'more'] });
});

test('another token is nobody', () => {
  const method = new TokenFileAuthenticator('t1,jane,42\n', expect.unreachable);
  for (const token of ['', 't', 't1 ', 'T1', 't1,jane', '__proto__']) {
    expect(method.authenticateToken(token)).toBeUndefined();
  }
  expect(new TokenFileAuthenticator('', expect.unreachable).authenticateToken('t1')).toBeUndefined();
});

test('of a token that is there twice the later line counts', () => {
  const method = new TokenFileAuthenticator('t1,jane,42\nt1,joe,43\n', expect.unreachable);
  expect(method.authenticateToken('t1')).toMatchObject({ name: 'joe' });
});

test.each([
  ['t1,jane,42\nt2,joe', 'must have at least 3 columns (token, user name, user uid), found 2'],
  ['t1,jane,42\n\n"', 'parse error on line 3, column 2: extraneous or missing " in quoted-field'],
  ['t1\n"', 'must have at least 3 columns (token, user name, user uid), found 1'],
  ['"t\n1",jane,42\nt2,,43', 'line 3: the user name is empty'],
  ['t1,ja"ne,42', 'parse error on line 1, column 6: bare " in non-quoted-field'],
  ['t1,jane,42\nt2,"joe,43\n', 'parse error on line 2, column 12: extraneous or missing " in quoted-field'],
  ['t1,"jane"x,42', 'parse error on line 1, column 9: extraneous or missing " in quoted-field'],
])('%j is no such file', (text, message) => {
  expect(() => new TokenFileAuthenticator(text, expect.unreachable)).toThrow(message);
});

test('a record without a token is passed over, and told of', () => {
  const reports: string[] = [];
  const method = new TokenFileAuthenticator('t1,jane,42\n,,,\nt2,joe,43', (message) => reports.push(message));
  expect(method.authenticateToken('')).toBeUndefined();
  expect(method.authenticateToken('t2')).toMatchObject({ name: 'joe' });
  expect(reports).toEqual(['has no token in record 2, which is passed over']);
});

const given = { report: expect.unreachable } as never;

test('the file is named by its flag, and in what is wrong with it', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'tokens-'));
  const path = join(directory, 'tokens.csv');
  const flags = new FlagValues(tokenFile.flags, { 'token-auth-file': path });
  writeFileSync(path, 't1,jane,42\n');
  const method = await tokenFile.create(flags, given);
  expect(method?.authenticateToken('t1')).toMatchObject({ name: 'jane' });
  expect(await tokenFile.create(new FlagValues(tokenFile.flags, {}), given)).toBeUndefined();
  writeFileSync(path, 't1,jane');
  await expect(tokenFile.create(flags, given)).rejects.toThrow(`token file '${path}' must have at least`);
  rmSync(directory, { recursive: true });
  await expect(tokenFile.create(flags, given)).rejects.toThrow(/ENOENT/);
});
