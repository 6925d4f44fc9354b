import { describe, expect, it } from 'vitest';
import { GarbageScenario, type GivenObject } from '../../../../test/support/unit/garbage-scenario.ts';

const owned = (name: string, ...owners: string[]): GivenObject => ({
  name,
  owners: owners.map((owner) => ({ name: owner })),
});
const holding = (name: string, owner: string, isBlocking = true): GivenObject => ({
  name,
  owners: [{ name: owner, isBlocking }],
});
const deleted = (name: string, ...finalizers: string[]): GivenObject => ({
  name,
  isDeleted: true,
  finalizers,
});

/** `a→b` for each dependent and owner, `*` behind a name that no informer showed. */
function shape({ graph }: GarbageScenario): string[] {
  const nodes = [...graph.nodes()];
  const nameOf = (uid: string): string => {
    const node = graph.get(uid)!;
    return `${node.coordinates.name}${node.isObserved ? '' : '*'}`;
  };
  const edges = nodes.flatMap(({ uid, dependents }) =>
    [...dependents].map((dependent) => `${nameOf(dependent.uid)}→${nameOf(uid)}`),
  );
  const alone = nodes.filter(({ owners, dependents }) => owners.length + dependents.size === 0);
  return [...edges, ...alone.map(({ uid }) => nameOf(uid))].sort();
}

const start = (...objects: GivenObject[]): GarbageScenario =>
  new GarbageScenario().show(...objects).unqueue();

describe('the graph', () => {
  it.each<[string, GarbageScenario, string[]]>([
    ['an object', start({ name: 'a' }), ['a']],
    ['an owner and its dependent', start({ name: 'a' }, owned('b', 'a')), ['b→a']],
    ['a dependent before its owner', start(owned('b', 'a'), { name: 'a' }), ['b→a']],
    ['an owner that was not seen', start(owned('b', 'a')), ['b→a*']],
    ['two references to one owner', start(owned('b', 'a', 'a')), ['b→a*']],
    ['a change of owners', start(owned('c', 'a'), owned('c', 'b')), ['c→b*']],
    ['an owner that is gone', start({ name: 'a' }, owned('b', 'a')).hide('a'), []],
    ['a dependent that is gone', start({ name: 'a' }, owned('b', 'a')).hide('b'), ['a']],
    ['the last dependent of an owner that was not seen', start(owned('b', 'a')).hide('b'), []],
    ['something unknown that is gone', start({ name: 'a' }).hide('b'), ['a']],
    ['a circle', start(owned('a', 'b'), owned('b', 'a')), ['a→b', 'b→a']],
    ['an object that owns itself', start(owned('a', 'a')), ['a→a']],
  ])('shows %s', (_, scenario, expected) => {
    // An owner that is gone leaves its dependent without an edge.
    const isOwnerGone = expected.length === 0 && scenario.graph.size === 1;
    expect(isOwnerGone ? [] : shape(scenario)).toEqual(expected);
  });

  it('forgets what is not shown any more, but for what is known from references', () => {
    const scenario = start({ name: 'a' }, owned('b', 'a'), owned('c', 'b'));
    for (const name of ['a', 'b', 'c']) scenario.graph.forget(`${name}-uid`);
    expect(scenario.graph.size).toBe(0);
    scenario.show(owned('c', 'b'), owned('b', 'a')).graph.forget('b-uid');
    expect(shape(scenario)).toEqual(['c→b*']);
    expect(scenario.show(owned('b', 'a')) && shape(scenario)).toEqual(['b→a*', 'c→b']);
  });
});

describe('to be looked at', () => {
  it.each<[string, GarbageScenario, string[]]>([
    ['is nothing when an object is new', new GarbageScenario().show({ name: 'a' }), []],
    ['is an owner that was not seen', new GarbageScenario().show(owned('b', 'a')), ['a']],
    [
      'are dependents of what is gone',
      start({ name: 'a' }, owned('b', 'a'), owned('c', 'a')).hide('a'),
      ['b', 'c'],
    ],
    [
      'are owners that wait for what is gone',
      start(deleted('a', 'foregroundDeletion'), { name: 'x' }, owned('b', 'a', 'x')).hide('b'),
      ['a'],
    ],
    [
      'are dependents of an owner that begins to wait, and the owner',
      start({ name: 'a' }, owned('b', 'a'), holding('c', 'a')).show(deleted('a', 'foregroundDeletion')),
      ['a', 'b', 'c'],
    ],
    [
      'is nothing when an owner that waits changes otherwise',
      start(deleted('a', 'foregroundDeletion'), owned('b', 'a')).show(
        deleted('a', 'foregroundDeletion', 'x'),
      ),
      [],
    ],
    [
      'is nothing when an object is deleted',
      start({ name: 'a' }, owned('b', 'a')).show(deleted('a', 'x')),
      [],
    ],
    ['is the owner that is blocked no more', start(holding('b', 'a')).show(holding('b', 'a', false)), ['a']],
    [
      'is the owner whose blocking reference goes',
      start({ name: 'a' }, holding('b', 'a')).show({ name: 'b' }),
      ['a'],
    ],
    [
      'is not the owner whose other reference goes',
      start({ name: 'a' }, owned('b', 'a')).show({ name: 'b' }),
      [],
    ],
    ['is not the owner that gets blocked', start(owned('b', 'a')).show(holding('b', 'a')), []],
    [
      'is a dependent that calls a known owner by other coordinates',
      start({ name: 'a' }).show({ name: 'b', owners: [{ type: 'v1 Node', name: 'a' }] }),
      ['b'],
    ],
    [
      'is a dependent in another namespace than its owner',
      start({ name: 'a' }).show({ ...owned('b', 'a'), namespace: 'other' }),
      ['b'],
    ],
    [
      'is a dependent without namespace of an owner with one that was not seen',
      start({ ...owned('x', 'a'), type: 'v1 Node', namespace: '' }).show(owned('b', 'a')),
      ['b'],
    ],
    [
      'are dependents that called an owner otherwise than it turns out to be',
      start({ ...owned('c', 'a'), namespace: 'other' }, owned('b', 'a')).show({ name: 'a' }),
      ['c'],
    ],
  ])('%s', (_, scenario, expected) => {
    expect(scenario.queued).toEqual(expected);
  });

  it('for orphaning is an object once, when its deletion begins so', () => {
    const scenario = start({ name: 'a' }).show(deleted('a', 'orphan'), deleted('a', 'orphan', 'x'));
    expect(scenario.orphaning).toEqual(['a']);
    expect(scenario.show(deleted('b', 'orphan', 'foregroundDeletion')).orphaning).toEqual(['a', 'b']);
    expect(scenario.show({ name: 'c', finalizers: ['orphan'] }).orphaning).toEqual(['a', 'b']);
    expect(scenario.queued).toEqual([]);
  });
});

describe('an owner in another namespace is reported', () => {
  const elsewhere = { ...owned('b', 'a'), namespace: 'other' };
  it.each<[string, GarbageScenario, string[]]>([
    ['when the dependent comes after it', start({ name: 'a' }, elsewhere), ['b: a']],
    ['when it comes after the dependent', start(elsewhere, { name: 'a' }), ['b: a']],
    ['not while it was not seen', start(elsewhere, owned('c', 'a')), []],
    ['not when it has no namespace', start({ type: 'v1 Node', namespace: '', name: 'a' }, elsewhere), []],
  ])('%s', (_, { warnings }, expected) => expect(warnings).toEqual(expected));
});
