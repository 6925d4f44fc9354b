import { describe, expect, it } from 'vitest';
import {
  coordinates,
  GarbageScenario,
  type GivenObject,
} from '../../../test/support/unit/garbage-scenario.ts';

const item = (more: Partial<GivenObject> = {}): GivenObject => ({ name: 'item', ...more });
const owner = (more: Partial<GivenObject> = {}): GivenObject => ({ name: 'owner', ...more });
const waiting = owner({ isDeleted: true, finalizers: ['foregroundDeletion'] });
const of = (...names: string[]): { owners: { name: string }[] } => ({
  owners: names.map((name) => ({ name })),
});
const blocking = { owners: [{ name: 'item', isBlocking: true }] };

const gets = ['get pods ns/item', 'get pods ns/owner'];
const without = (...uids: string[]): string =>
  `patch pods ns/item ${JSON.stringify({
    metadata: { uid: 'item-uid', ownerReferences: uids.map((uid) => ({ $patch: 'delete', uid })) },
  })}`;

/** The objects of the server, the last one being the item; dependents that the graph shows; the requests. */
const decisions: [string, GivenObject[], GivenObject[], string[]][] = [
  ['without owners stays', [item()], [], ['get pods ns/item']],
  ['with an owner stays', [owner(), item(of('owner'))], [], gets],
  ['whose owner is gone is deleted', [item(of('owner'))], [], [...gets, 'delete pods ns/item Background']],
  [
    'whose owner was replaced by another of its name is deleted',
    [owner({ uid: 'other' }), item(of('owner'))],
    [],
    [...gets, 'delete pods ns/item Background'],
  ],
  [
    'whose owner is gone lets its dependents be if its finalizer says so',
    [item({ ...of('owner'), finalizers: ['orphan'] })],
    [],
    [...gets, 'delete pods ns/item Orphan'],
  ],
  [
    'whose owner is gone waits for its dependents if its finalizer says so',
    [item({ ...of('owner'), finalizers: ['foregroundDeletion'] })],
    [],
    [...gets, 'delete pods ns/item Foreground'],
  ],
  [
    'with one owner of two loses the reference to the other',
    [owner(), item(of('owner', 'gone'))],
    [],
    [...gets, 'get pods ns/gone', without('gone-uid')],
  ],
  [
    'with a solid owner does not let another one wait',
    [waiting, owner({ name: 'solid' }), item(of('owner', 'solid', 'gone'))],
    [],
    [...gets, 'get pods ns/solid', 'get pods ns/gone', without('gone-uid', 'owner-uid')],
  ],
  [
    'whose owner waits is deleted',
    [waiting, item(of('owner'))],
    [],
    [...gets, 'delete pods ns/item Background'],
  ],
  [
    'whose owner waits is deleted after its own dependents',
    [waiting, item(of('owner'))],
    [{ name: 'child', ...of('item') }],
    [...gets, 'delete pods ns/item Foreground'],
  ],
  [
    'in a circle does not block its owners any more',
    [waiting, item({ owners: [{ name: 'owner', isBlocking: true }, { name: 'owner2' }] })],
    [{ name: 'child', ...of('item'), isDeleted: true, finalizers: ['foregroundDeletion'] }],
    [
      ...gets,
      'get pods ns/owner2',
      `patch pods ns/item ${JSON.stringify({
        metadata: {
          uid: 'item-uid',
          ownerReferences: [
            { apiVersion: 'v1', kind: 'Pod', name: 'owner', uid: 'owner-uid', blockOwnerDeletion: false },
          ],
        },
      })}`,
      'delete pods ns/item Foreground',
    ],
  ],
  ['that is being deleted is let be', [item({ ...of('owner'), isDeleted: true })], [], []],
  [
    'that is deleted in the foreground and has no dependents may go',
    [item({ isDeleted: true, finalizers: ['foregroundDeletion'] })],
    [],
    ['get pods ns/item', 'without foregroundDeletion pods ns/item'],
  ],
  [
    'that is deleted in the foreground does not wait for dependents that do not block',
    [item({ isDeleted: true, finalizers: ['foregroundDeletion'] })],
    [{ name: 'child', ...of('item') }],
    ['get pods ns/item', 'without foregroundDeletion pods ns/item'],
  ],
  [
    'that is deleted in the foreground waits for dependents that block',
    [item({ isDeleted: true, finalizers: ['foregroundDeletion'] })],
    [{ name: 'child', ...blocking }],
    ['get pods ns/item'],
  ],
];

describe('an object', () => {
  it.each(decisions)('%s', async (_, objects, dependents, calls) => {
    const scenario = new GarbageScenario().store(...objects).show(objects.at(-1)!, ...dependents);
    await scenario.collect('item-uid');
    expect(scenario.calls).toEqual(calls);
    expect(scenario.errors).toEqual([]);
  });

  it('that waits for dependents asks for those again that are not on their way', async () => {
    const foreground = { isDeleted: true, finalizers: ['foregroundDeletion'] };
    const scenario = new GarbageScenario()
      .add(item(foreground))
      .show(
        { name: 'a', ...blocking },
        { name: 'b', ...blocking, ...foreground },
        { name: 'c', ...of('item') },
      )
      .unqueue();
    await scenario.collect('item-uid');
    expect(scenario.queued).toEqual(['a']);
  });

  it('whose state differs from what the informer showed is judged by what the server says', async () => {
    const scenario = new GarbageScenario().store(item()).show(item(of('owner')));
    await scenario.collect('item-uid');
    expect(scenario.calls).toEqual(['get pods ns/item']);
  });

  it('with an owner of a type that is not served is tried again, and never deleted', async () => {
    const owners = [{ name: 'gone' }, { type: 'none.example/v1 None', name: 'n' }];
    const scenario = new GarbageScenario().add(item({ owners }));
    await scenario.collect('item-uid');
    expect(scenario.errors).toEqual(['unable to get REST mapping for none.example/v1/None.']);
    expect(scenario.left).toEqual(['item']);
  });

  it('with an owner of a type that is not served any more is deleted if the owner was shown to be gone', async () => {
    const owner = { type: 'none.example/v1 None', name: 'n' };
    const scenario = new GarbageScenario().show(owner).add(item({ owners: [owner] }));
    scenario.graph.remove('n-uid');
    await scenario.collect('item-uid');
    expect(scenario.errors).toEqual([]);
    expect(scenario.left).toEqual([]);
  });

  it('without namespace and an owner of a namespaced type is never deleted', async () => {
    const node = { type: 'v1 Node', namespace: '', name: 'item', ...of('owner') };
    const scenario = new GarbageScenario().add(node);
    await scenario.collect('item-uid');
    expect(scenario.errors).toEqual(['cluster-scoped objects cannot refer to namespaced owners']);
    expect(scenario.left).toEqual(['item']);
  });

  it('with a reference that cannot be followed is never deleted', async () => {
    const scenario = new GarbageScenario().add(item({ owners: [{ name: 'gone' }, { name: '' }] }));
    await scenario.collect('item-uid');
    expect(scenario.errors).toEqual(['one of its owner references cannot be followed']);
    expect(scenario.left).toEqual(['item']);
  });
});

describe('absent owners', () => {
  it('are asked for once', async () => {
    const children = ['a', 'b', 'c'].map((name) => ({ name, ...of('gone') }));
    const scenario = new GarbageScenario().add(...children).unqueue();
    for (const { name } of children) await scenario.collect(`${name}-uid`);
    expect(scenario.calls.filter((call) => call === 'get pods ns/gone')).toHaveLength(1);
    expect(scenario.left).toEqual([]);
  });

  it('are so for dependents in their namespace only, unless they would have none', async () => {
    const scenario = new GarbageScenario();
    scenario.absent.add(coordinates({ name: 'owner' }));
    scenario.absent.add(coordinates({ type: 'v1 Node', namespace: '', name: 'node' }));
    const elsewhere = { namespace: 'other', name: 'item', ...of('owner') };
    scenario.store({ namespace: 'other', name: 'owner' }).add(elsewhere);
    scenario.add({ name: 'on-node', owners: [{ type: 'v1 Node', name: 'node' }] }).unqueue();
    await scenario.collect('item-uid');
    await scenario.collect('on-node-uid');
    expect(scenario.left).toEqual(['item', 'owner']);
  });
});
