import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { FlagValues } from '../../../util/flags.ts';
import { TokenFileAuthenticator, tokenFile } from './token-file.ts';

test('a token is the user of its line', () => {
  const method = new TokenFileAuthenticator(
    '\ufefft1,jane,42,"developers,testers"\r\n\r\nt2,"joe, jr.",43\n"t""3",system:admin,,system:masters,more\n',
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
  const method = new TokenFileAuthenticator('t1,jane,42\n');
  for (const token of ['', 't', 't1 ', 'T1', 't1,jane', '__proto__']) {
    expect(method.authenticateToken(token)).toBeUndefined();
  }
  expect(new TokenFileAuthenticator('').authenticateToken('t1')).toBeUndefined();
});

test('of a token that is there twice the later line counts', () => {
  const method = new TokenFileAuthenticator('t1,jane,42\nt1,joe,43\n');
  expect(method.authenticateToken('t1')).toMatchObject({ name: 'joe' });
});

test.each([
  ['t1,jane,42\nt2,joe', 'must have at least 3 columns (token, user name, user uid), found 2'],
  ['\n\n,jane,42', 'line 3: the token is empty'],
  ['"t\n1",jane,42\nt2,,43', 'line 3: the user name is empty'],
  ['t1,ja"ne,42', 'line 1: a quote in a field that is not in quotes'],
  ['t1,jane,42\nt2,"joe,43\n', 'line 2: a quoted field does not end'],
  ['t1,"jane"x,42', 'line 1: something after a quoted field'],
])('%j is no such file', (text, message) => {
  expect(() => new TokenFileAuthenticator(text)).toThrow(message);
});

test('the file is named by its flag, and in what is wrong with it', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'tokens-'));
  const path = join(directory, 'tokens.csv');
  const flags = new FlagValues(tokenFile.flags, { 'token-auth-file': path });
  writeFileSync(path, 't1,jane,42\n');
  const method = await tokenFile.create(flags, undefined as never);
  expect(method?.authenticateToken('t1')).toMatchObject({ name: 'jane' });
  expect(await tokenFile.create(new FlagValues(tokenFile.flags, {}), undefined as never)).toBeUndefined();
  writeFileSync(path, 't1,jane');
  await expect(tokenFile.create(flags, undefined as never)).rejects.toThrow(
    `token file '${path}' must have at least`,
  );
  rmSync(directory, { recursive: true });
  await expect(tokenFile.create(flags, undefined as never)).rejects.toThrow(/ENOENT/);
});
