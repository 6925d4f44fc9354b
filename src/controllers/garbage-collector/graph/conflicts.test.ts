import { describe, expect, it } from 'vitest';
import {
  coordinates,
  GarbageScenario,
  type GivenObject,
} from '../../../../test/support/unit/garbage-scenario.ts';
import { alternative } from './conflicts.ts';
import { coordinatesText } from './coordinates.ts';

const good: GivenObject = { name: 'parent', uid: 'p' };
const child = (
  name: string,
  owner: { type?: string; name?: string } = {},
  namespace = 'ns',
): GivenObject => ({
  name,
  namespace,
  owners: [{ name: 'parent', uid: 'p', ...owner }],
});
const rightful = child('rightful');
const wrongName = child('wrong-name', { name: 'other' });
const wrongKind = child('wrong-kind', { type: 'v1 Node' });
const wrongNamespace = child('wrong-namespace', {}, 'elsewhere');
const otherVersion = child('other-version', { type: 'apps/v1beta1 Deployment' });
const deployment = { ...good, type: 'apps/v1 Deployment' };

describe('references with one uid and different coordinates', () => {
  it.each<[string, GivenObject[], string[]]>([
    ['a good child of a good owner', [good, rightful], ['parent', 'rightful']],
    ['a child with a wrong name after its owner', [good, wrongName], ['parent']],
    ['a child with a wrong name before its owner', [wrongName, good], ['parent']],
    ['a child with a wrong kind after its owner', [good, wrongKind], ['parent']],
    ['a child with a wrong kind before its owner', [wrongKind, good], ['parent']],
    ['a child in a wrong namespace after its owner', [good, wrongNamespace], ['parent']],
    ['a child in a wrong namespace before its owner', [wrongNamespace, good], ['parent']],
    ['a wrong child beside a good one', [wrongName, rightful, good], ['parent', 'rightful']],
    [
      'wrong children of all sorts',
      [wrongKind, wrongNamespace, rightful, wrongName, good],
      ['parent', 'rightful'],
    ],
    ['a child that names another version', [deployment, otherVersion], ['other-version', 'parent']],
    ['a child that names another version, before', [otherVersion, deployment], ['other-version', 'parent']],
    [
      'a child with two references, of which one is right',
      [good, { name: 'both', owners: [...wrongName.owners!, ...rightful.owners!] }],
      ['both', 'parent'],
    ],
    ['no owner at all', [wrongName, wrongKind, wrongNamespace, rightful], []],
  ])('%s', async (_, objects, left) => {
    // Each child is collected as far as it can be before the next one is seen, and all at once.
    const slow = new GarbageScenario().store(...objects);
    for (const object of objects) await slow.show(object).settle();
    const fast = await new GarbageScenario().add(...objects).settle();
    expect([slow.left, fast.left]).toEqual([left, left]);
    expect([slow.errors, fast.errors]).toEqual([[], []]);
  });

  it('an owner that is not shown yet keeps those who call it right', async () => {
    const scenario = new GarbageScenario().store(good).add(wrongName, rightful, wrongKind);
    await scenario.settle();
    expect(scenario.left).toEqual(['parent', 'rightful']);
    expect(scenario.graph.get('p')?.coordinates).toEqual(coordinates(good));
    expect(scenario.graph.get('p')?.isObserved).toBe(false);
  });

  it('an owner that is shown is not removed because another one of its uid is absent', async () => {
    const scenario = new GarbageScenario().add(good, rightful);
    scenario.graph.removeAbsent(coordinates({ name: 'other', uid: 'p' }));
    expect(scenario.graph.get('p')?.isObserved).toBe(true);
    expect(scenario.queued).toEqual([]);
  });

  it('an owner whose type is not served keeps its dependents, however others call it', async () => {
    const unknown = child('unknown', { type: 'none.example/v1 None' });
    const scenario = await new GarbageScenario().add(unknown, rightful).settle();
    expect(scenario.left).toEqual(['unknown']);
    expect(scenario.errors).toContain('unable to get REST mapping for none.example/v1/None.');
  });
});

describe('the next coordinates to look at', () => {
  const absent = coordinates({ type: 'v1 Pod', name: 'parent', uid: 'p' });
  const clusterScoped = coordinates({ type: 'v1 Node', namespace: '', name: 'parent', uid: 'p' });
  it.each<[string, GivenObject[], typeof absent, string | undefined]>([
    ['none without dependents', [], absent, undefined],
    ['none when all agree', [rightful], absent, undefined],
    ['none of another uid', [{ name: 'x', owners: [{ name: 'y', uid: 'q' }] }], absent, undefined],
    [
      'the first behind, by name',
      [child('x', { name: 'z' }), child('y', { name: 'q' })],
      absent,
      'v1/Pod ns q',
    ],
    [
      'the first of all when none is behind',
      [child('x', { name: 'a' }), wrongKind],
      absent,
      'v1/Node ns parent',
    ],
    [
      'by kind before apiVersion',
      [child('x', { type: 'a/v1 Zebra' }), child('y', { type: 'z/v1 Pod' })],
      absent,
      'z/v1/Pod ns parent',
    ],
    ['by namespace before name', [child('x', { name: 'a' }, 'other'), wrongName], absent, 'v1/Pod other a'],
    [
      'without the namespace where the type has none',
      [child('x', { type: 'v1 Node', name: 'q' })],
      clusterScoped,
      'v1/Node  q',
    ],
    ['not the same again without its namespace', [child('x', { type: 'v1 Node' })], clusterScoped, undefined],
  ])('%s', (_, objects, from, expected) => {
    const { graph } = new GarbageScenario().show(...objects);
    const found = alternative(graph.nodes(), from);
    const text =
      found && coordinatesText(found).replace(/^\[(\S+), namespace: (.*), name: (.*), uid: p\]$/, '$1 $2 $3');
    expect(text).toBe(expected);
  });
});
