import { expect, it } from 'vitest';
import { Places } from './places.ts';

const user = (name: string, ...groups: string[]) => ({ name, uid: '', groups, extra: {} });
const admin = user('admin', 'system:masters');

function take(places: Places, count: number, who = user('jane')): (() => void)[] {
  return Array.from({ length: count }, () => places.take(who));
}

it('lets a user have so many connections, and others theirs', () => {
  const places = new Places('connections', { total: 4, perUser: 2 });
  const [first] = take(places, 2);
  expect(() => places.take(user('jane'))).toThrow(
    expect.objectContaining({
      code: 429,
      message: 'too many connections: user "jane" has 2 open, please end some and try again',
    }),
  );
  take(places, 2, user('john'));
  expect(() => places.take(user('joan'))).toThrow('this server has 4 open');
  first!();
  // A place is given back once.
  first!();
  expect(places.taken).toBe(3);
  take(places, 1);
  expect(() => places.take(user('jane'))).toThrow('user "jane" has 2 open');
});

it('keeps places for the privileged', () => {
  const places = new Places('connections', { total: 4, perUser: 2 });
  take(places, 4, admin);
  expect(() => places.take(user('jane'))).toThrow('this server has 4 open');
  take(places, 1, admin);
  expect(() => places.take(admin)).toThrow('this server has 5 open');
});
