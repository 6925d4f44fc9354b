import { describe, expect, test } from 'vitest';
import { impersonatedUser, impersonationOf } from './impersonation.ts';

const group = 'authentication.example';
const read = (...headers: string[]) => impersonationOf(headers, group);

/** The user as whom a request with these headers goes on. */
function userOf(...headers: string[]) {
  const wanted = read(...headers);
  if (wanted === undefined || 'refused' in wanted || 'problem' in wanted) return expect.unreachable();
  return impersonatedUser(wanted);
}

const bytes = (text: string): string => Buffer.from(text).toString('latin1');

describe('what the headers say', () => {
  test('nobody is impersonated without them, nor by empty ones', () => {
    expect(read('Accept', '*/*')).toBeUndefined();
    expect(read('Impersonate-User', '', 'Impersonate-Uid', '')).toBeUndefined();
  });

  test('whatever the case of their names, wherever they stand', () => {
    const others = Array.from({ length: 1_000 }, (_, index) => [
      `x-${index}`,
      'Impersonate-User: joe',
    ]).flat();
    expect(read(...others, 'iMPERSONATE-uSER', 'ann')).toMatchObject({ user: 'ann' });
  });

  test('groups and extras several times, extras percent-encoded and in lower case', () => {
    expect(
      read(
        ...['Impersonate-Group', 'a', 'Impersonate-User', 'ann', 'impersonate-group', 'b, c'],
        ...['Impersonate-Extra-Acme.com%2FProject', 'x', 'impersonate-extra-acme.com%2fproject', 'y'],
        ...['Impersonate-Extra-100%', 'z', 'Impersonate-Extra-__proto__', 'p', 'Impersonate-Uid', '7'],
      ),
    ).toEqual({
      user: 'ann',
      uid: '7',
      groups: ['a', 'b, c'],
      extra: Object.fromEntries([
        ['acme.com/project', ['x', 'y']],
        ['100%', ['z']],
        ['__proto__', ['p']],
      ]),
      steps: [
        { resource: 'users', name: 'ann' },
        { resource: 'groups', name: 'a' },
        { resource: 'groups', name: 'b, c' },
        { resource: 'userextras', subresource: 'acme.com/project', name: 'x' },
        { resource: 'userextras', subresource: 'acme.com/project', name: 'y' },
        { resource: 'userextras', subresource: '100%', name: 'z' },
        { resource: 'userextras', subresource: '__proto__', name: 'p' },
        { resource: 'uids', name: '7' },
      ],
    });
  });

  test('a service account is impersonated as such', () => {
    expect(read('Impersonate-User', 'system:serviceaccount:shop:builder')).toMatchObject({
      steps: [{ resource: 'serviceaccounts', namespace: 'shop', name: 'builder' }],
    });
    expect(read('Impersonate-User', 'system:serviceaccount:shop:a:b')).toMatchObject({
      steps: [{ resource: 'users', name: 'system:serviceaccount:shop:a:b' }],
    });
  });

  test('names are UTF-8, or refused', () => {
    expect(userOf('Impersonate-User', bytes('jürgen')).name).toBe('jürgen');
    expect(read('Impersonate-User', '\xff')).toEqual({ refused: 'header Impersonate-User is not UTF-8' });
  });

  test.each([
    [['Impersonate-Group', 'a'], '{Group  a    }'],
    [['Impersonate-Uid', '7'], '{UID  7  authentication.example/v1  }'],
    [['Impersonate-Extra-Scopes', 'x'], '{UserExtra  x  authentication.example/v1  scopes}'],
    [
      ['Impersonate-Group', 'a', 'Impersonate-User', '', 'Impersonate-Group', 'b'],
      '{Group  a    } {Group  b    }',
    ],
    [['Impersonate-Group', ''], '{Group      }'],
  ])('%j is nothing without a user', (headers, text) => {
    expect(read(...headers)).toEqual({ problem: `requested [${text}] without impersonating a user` });
  });

  test('one user has one uid', () => {
    expect(read('Impersonate-User', 'ann', 'Impersonate-Uid', '1', 'impersonate-uid', '2')).toEqual({
      refused: 'duplicate header Impersonate-Uid',
    });
  });
});

describe('who the request goes on as', () => {
  const authenticated = 'system:authenticated';
  const unauthenticated = 'system:unauthenticated';
  const account = 'system:serviceaccount:shop:builder';
  const groups = (...names: string[]) => names.flatMap((name) => ['Impersonate-Group', name]);

  test.each([
    ['a user is authenticated', 'ann', [], [authenticated]],
    ['also with groups', 'ann', ['a'], ['a', authenticated]],
    ['once', 'ann', [authenticated, 'a'], [authenticated, 'a']],
    ['unless said otherwise', 'ann', [unauthenticated], [unauthenticated]],
    ['somebody anonymous is not', 'system:anonymous', [], [unauthenticated]],
    ['which need not be said', 'system:anonymous', [unauthenticated, 'a'], [unauthenticated, 'a']],
    [
      'a service account is in the groups of its namespace',
      account,
      [],
      ['system:serviceaccounts', 'system:serviceaccounts:shop', authenticated],
    ],
    ['unless groups are given', account, ['a'], ['a', authenticated]],
  ])('%s', (_, user, given, expected) => {
    expect(userOf('Impersonate-User', user, ...groups(...given))).toEqual({
      name: user,
      uid: '',
      groups: expected,
      extra: {},
    });
  });
});
