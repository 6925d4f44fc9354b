import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { clientOf } from '../../../test/support/unit/fake-wire.ts';
import { MemoryObjects } from '../../../test/support/unit/memory-objects.ts';
import { typeName } from './graph/coordinates.ts';
import { DependencyGraph } from './graph/dependency-graph.ts';
import { Monitors } from './monitors.ts';
import { ServedTypes } from './served-types.ts';

const all = ['delete', 'get', 'list', 'watch'];
const signal = new AbortController().signal;

/** The kinds that a server serves, by group version; undefined for a group that does not answer. */
type Served = Record<
  string,
  readonly { name: string; kind: string; verbs?: string[]; storageVersionHash?: string }[] | undefined
>;

const shoes = { name: 'shoes', kind: 'Shoe' };
const boots = { name: 'boots', kind: 'Boot' };

class Followed {
  served: Served = {};
  readonly objects = new MemoryObjects();
  readonly looked: string[] = [];
  readonly gone: string[] = [];
  readonly warnings: string[] = [];
  readonly types = new ServedTypes();
  readonly graph = new DependencyGraph({
    toDelete: ({ coordinates: { name } }) => void this.looked.push(name),
    toDeleteLater: () => expect.unreachable(),
    toOrphan: () => expect.unreachable(),
    absent: () => expect.unreachable(),
    shownGone: ({ name }) => void this.gone.push(name),
    ownerElsewhere: () => expect.unreachable(),
  });
  readonly monitors = new Monitors({
    client: clientOf(({ path }) => this.#discovery(path)).client,
    metadata: this.objects,
    types: this.types,
    graph: this.graph,
    log: { info: () => {}, warn: (message) => void this.warnings.push(message) },
  });

  /** Whether there was something new; `nothing` when nothing could be read. */
  async follow(served: Served): Promise<string> {
    this.served = served;
    const followed = await this.monitors.follow(signal);
    await followed?.synced;
    return followed === undefined ? 'nothing' : followed.isChanged ? 'changed' : 'unchanged';
  }

  put(resource: string, metadata: object): void {
    this.objects.lister({ resource }).put({ metadata });
  }

  /** `<apiVersion> <name>` of what informers show. */
  async shown(): Promise<string[]> {
    await new Promise<void>((resolve) => this.monitors.afterChanges(resolve));
    const observed = [...this.graph.nodes()].filter(({ isObserved }) => isObserved);
    return observed.map(({ coordinates: { type, name } }) => `${type.apiVersion} ${name}`).sort();
  }

  #discovery(path: string): object {
    if (path === '/api') return { versions: 'v1' in this.served ? ['v1'] : [] };
    if (path === '/apis') return { groups: groupsOf(Object.keys(this.served)) };
    const resources = this.served[path.replace(/^\/apis?\//, '')];
    if (resources === undefined) return { kind: 'Status', code: 503, message: 'down' };
    return { resources: resources.map((resource) => ({ namespaced: true, verbs: all, ...resource })) };
  }
}

function groupsOf(names: readonly string[]): object[] {
  const entries = names
    .filter((name) => name.includes('/'))
    .map((groupVersion) => {
      const [name, version] = groupVersion.split('/');
      return { name, versions: [{ groupVersion, version }], preferredVersion: { groupVersion, version } };
    });
  return entries;
}

const object = (name: string, owner?: string): object => ({
  namespace: 'ns',
  name,
  uid: `${name}-uid`,
  ...(owner && { ownerReferences: [{ apiVersion: 'v1', kind: 'Pod', name: owner, uid: `${owner}-uid` }] }),
});

describe('the types that are followed', () => {
  it('are those whose objects can be listed, watched and deleted, but for the events of the core group', async () => {
    const followed = new Followed();
    const events = { name: 'events', kind: 'Event' };
    await followed.follow({
      v1: [shoes, events, { name: 'reviews', kind: 'Review', verbs: ['create'] }],
      'events.example/v1': [events],
      'a.example/v1': [{ ...boots, verbs: ['list', 'watch'] }],
    });
    const observed = ['shoes', 'reviews', 'boots'].filter(
      (resource) => followed.objects.lister({ resource }).observed,
    );
    expect(observed).toEqual(['shoes']);
    expect(followed.objects.lister({ resource: 'events' }).observed).toBe(true);
  });

  it('are the same objects under one name, that of the group to which they were moved', async () => {
    const followed = new Followed();
    const storageVersionHash = 'same';
    followed.objects.lister({ resource: 'shoes' }).failure = new Error('too slow');
    followed.served = {
      'old.example/v1': [{ ...shoes, storageVersionHash }],
      'new.example/v1': [{ ...shoes, storageVersionHash }],
      'other.example/v1': [shoes],
    };
    await followed.monitors.follow(signal);
    expect(followed.monitors.unsynced.sort()).toEqual(['shoes.new.example', 'shoes.other.example']);
    expect(followed.types.resourceOf(typeName('old.example/v1', 'Shoe')).group).toBe('old.example');
    followed.monitors.stop();
  });

  it('come and go with discovery', async () => {
    const followed = new Followed();
    followed.put('shoes', object('left'));
    expect(await followed.follow({ 'b.example/v1': [boots] })).toBe('changed');
    expect(await followed.shown()).toEqual([]);
    const both = { 'a.example/v1': [shoes], 'b.example/v1': [boots] };
    expect(await followed.follow(both)).toBe('changed');
    expect(await followed.shown()).toEqual(['a.example/v1 left']);
    expect(await followed.follow(both)).toBe('unchanged');
    expect(await followed.follow({ 'b.example/v1': [boots] })).toBe('unchanged');
    expect(await followed.shown()).toEqual([]);
    expect(followed.objects.lister({ resource: 'shoes' }).observed).toBe(false);
    followed.put('shoes', object('right'));
    expect(await followed.follow(both)).toBe('changed');
    expect(await followed.shown()).toEqual(['a.example/v1 left', 'a.example/v1 right']);
  });

  it('go after the changes of their objects that have come: dependents of what is gone are looked at', async () => {
    const followed = new Followed();
    followed.put('shoes', object('owner'));
    followed.put('boots', {
      ...object('dependent'),
      ownerReferences: [{ apiVersion: 'a.example/v1', kind: 'Shoe', name: 'owner', uid: 'owner-uid' }],
    });
    await followed.follow({ 'a.example/v1': [shoes], 'b.example/v1': [boots] });
    await followed.shown();
    followed.looked.length = 0;
    followed.objects.lister({ resource: 'shoes' }).remove('ns', 'owner');
    await followed.follow({ 'b.example/v1': [boots] });
    expect(await followed.shown()).toEqual(['b.example/v1 dependent']);
    expect([followed.gone, followed.looked]).toEqual([['owner'], ['dependent']]);
  });

  it('stay while their group cannot be read, with what references may name', async () => {
    const followed = new Followed();
    followed.put('shoes', object('left'));
    await followed.follow({ 'a.example/v1': [shoes], 'b.example/v1': [boots] });
    expect(await followed.follow({ 'a.example/v1': undefined, 'b.example/v1': [boots] })).toBe('unchanged');
    expect(await followed.shown()).toEqual(['a.example/v1 left']);
    expect(followed.types.resourceOf(typeName('a.example/v1', 'Shoe')).resource).toBe('shoes');
    expect(followed.warnings).toEqual([
      'types that are known stay, as some groups cannot be read: a.example/v1: down',
    ]);
  });

  it('stay when nothing at all is served', async () => {
    const followed = new Followed();
    followed.put('shoes', object('left'));
    await followed.follow({ 'a.example/v1': [shoes] });
    expect(await followed.follow({})).toBe('nothing');
    expect(await followed.shown()).toEqual(['a.example/v1 left']);
  });

  it('are called by the version that is preferred now', async () => {
    const followed = new Followed();
    followed.put('shoes', object('left'));
    await followed.follow({ 'a.example/v1': [shoes] });
    await followed.follow({ 'a.example/v2': [shoes] });
    expect(await followed.shown()).toEqual(['a.example/v2 left']);
    expect(() => followed.types.resourceOf(typeName('a.example/v1', 'Shoe'))).toThrow(
      'unable to get REST mapping for a.example/v1/Shoe.',
    );
  });

  it('are not synced before their objects are known', async () => {
    const followed = new Followed();
    followed.served = { 'a.example/v1': [shoes] };
    followed.objects.lister({ resource: 'shoes' }).failure = new Error('too slow');
    void (await followed.monitors.follow(signal));
    await sleep(5);
    expect(followed.monitors.unsynced).toEqual(['shoes.a.example']);
    expect(followed.warnings).toEqual(['the objects of shoes.a.example are not known yet: too slow']);
    followed.monitors.stop();
    expect(followed.monitors.unsynced).toEqual([]);
  });
});

describe('a monitor', () => {
  it('follows objects by their names, also where one replaces another', async () => {
    const followed = new Followed();
    await followed.follow({ 'a.example/v1': [shoes] });
    followed.put('shoes', object('a'));
    followed.put('shoes', object('b', 'a'));
    followed.put('shoes', { ...object('c', 'a'), uid: '' });
    expect(await followed.shown()).toEqual(['a.example/v1 a', 'a.example/v1 b']);
    followed.put('shoes', { ...object('a'), uid: 'another' });
    await followed.shown();
    expect(followed.looked).toEqual(['b', 'b']);
    expect(followed.graph.get('a-uid')).toBeUndefined();
    followed.objects.lister({ resource: 'shoes' }).remove('ns', 'a');
    expect(await followed.shown()).toEqual(['a.example/v1 b']);
  });
});
