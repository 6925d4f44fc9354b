import { describe, expect, it } from 'vitest';
import { clientOf, FakeWatch, noChance } from '../../../test/support/unit/fake-wire.ts';
import { until } from '../../../test/support/until.ts';
import { monotonicClock } from '../../util/clock.ts';
import type { ResourceType } from '../api/resource-client.ts';
import { systemPause } from '../retry.ts';
import { Informers } from './informers.ts';
import { ObjectStore } from './object-store.ts';

const widgets = { group: 'example.com', resource: 'widgets' };

function informers(typeOf: () => ResourceType | undefined) {
  const { client, wire } = clientOf(({ query, path }) => {
    const [, , group, version] = path.split('/');
    const item = { metadata: { name: 'x', uid: 'u', resourceVersion: '1' } };
    if (query['watch'] !== undefined) return new FakeWatch();
    const metadata = { resourceVersion: '5' };
    return { kind: 'WidgetList', apiVersion: `${group}/${version}`, metadata, items: [item] };
  });
  const made = new Informers({
    client,
    isPartial: false,
    clock: monotonicClock,
    random: noChance,
    pause: systemPause,
    typeOf,
    warn: () => {},
  });
  return { made, calls: wire.calls };
}

describe('informers', () => {
  it('read a type once, for all who look at it', async () => {
    const { made, calls } = informers(() => ({ ...widgets, version: 'v1' }));
    const seen: string[] = [];
    made.lister(widgets).observe(({ name }) => seen.push(`first ${name}`));
    made.lister(widgets).observe(({ name }) => seen.push(`second ${name}`));
    expect(made.unsynced()).toEqual(['widgets.example.com']);
    made.start();
    await made.synced();
    expect(made.unsynced()).toEqual([]);
    made.lister(widgets).observe(({ name }) => seen.push(`late ${name}`));
    expect(seen).toEqual(['first x', 'second x', 'late x']);
    await until(() => calls.length === 2);
    await made.close();
    expect(calls).toHaveLength(2);
  });

  it('show nothing of a type that is not served, and its objects when it is', async () => {
    let type: ResourceType | undefined;
    const { made } = informers(() => type);
    const lister = made.lister(widgets);
    made.start();
    await made.synced();
    expect(lister.list()).toEqual([]);
    type = { ...widgets, version: 'v1' };
    made.typesChanged();
    await until(() => lister.list().length === 1);
    const seen: unknown[] = [];
    lister.observe(({ after }) => seen.push(after()?.apiVersion));
    type = { ...widgets, version: 'v2' };
    made.typesChanged();
    await until(() => seen.length === 2);
    type = undefined;
    made.typesChanged();
    await until(() => lister.list().length === 0);
    expect(seen).toEqual(['example.com/v1', 'example.com/v2', undefined]);
    await made.close();
  });

  it('do not say of a type that is not served that there are no objects', async () => {
    const { made } = informers(() => undefined);
    made.start();
    await expect(made.lister(widgets).waitUntilFresh()).rejects.toThrow('widgets.example.com is not served');
    await made.close();
  });

  it('list once for who asks for a fresh list right after the start', async () => {
    const { made, calls } = informers(() => ({ ...widgets, version: 'v1' }));
    const lister = made.lister(widgets);
    made.start();
    await lister.waitUntilFresh();
    expect(lister.list()).toHaveLength(1);
    expect(calls.filter(({ query }) => query['watch'] === undefined)).toHaveLength(1);
    await made.close();
  });

  it('keep their watches when types of others change', async () => {
    const { made, calls } = informers(() => ({ ...widgets, version: 'v1' }));
    made.lister(widgets);
    made.start();
    await until(() => calls.length === 2);
    made.typesChanged();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(calls).toHaveLength(2);
    await made.close();
  });
});

describe('the store', () => {
  const pod = (name: string, resourceVersion: string, nodeName?: string, namespace = 'a') => ({
    metadata: { namespace, name, uid: name, resourceVersion },
    spec: { nodeName },
  });
  const store = () => new ObjectStore<ReturnType<typeof pod>>({ group: '', resource: 'pods' });

  it('lists by namespace, sorted', () => {
    const made = store();
    made.replace([pod('y', '1', '', 'b'), pod('z', '1'), pod('x', '1'), pod('x', '1', '', 'a-b')]);
    const names = (namespace: string) =>
      made.list(namespace).map(({ metadata }) => `${metadata.namespace}/${metadata.name}`);
    expect(names('a')).toEqual(['a/x', 'a/z']);
    expect(names('')).toEqual(['a-b/x', 'a/x', 'a/z', 'b/y']);
  });

  it('finds objects by a field, also after changes', () => {
    const made = store();
    made.replace([pod('x', '1', 'n1'), pod('y', '1', 'n1'), pod('z', '1')]);
    const on = (node: string) => made.keysBy('spec.nodeName', node).map(({ name }) => name);
    expect(on('n1')).toEqual(['x', 'y']);
    made.put(pod('x', '2', 'n2'));
    made.put(pod('z', '2', 'n2'));
    made.remove('a', 'y');
    expect([on('n1'), on('n2')]).toEqual([[], ['x', 'z']]);
  });

  it('shows selectable fields before and after', () => {
    const made = store();
    const seen: unknown[] = [];
    made.observe(({ fieldsBefore, fieldsAfter }) =>
      seen.push([fieldsBefore?.['spec.nodeName'], fieldsAfter?.['spec.nodeName']]),
    );
    made.put(pod('x', '1'));
    made.put(pod('x', '2', 'n1'));
    made.remove('a', 'x');
    expect(seen).toEqual([
      [undefined, ''],
      ['', 'n1'],
      ['n1', undefined],
    ]);
  });

  it('an observer that goes hears no more, one that comes meanwhile hears once', () => {
    const made = store();
    const seen: string[] = [];
    let second: Disposable | undefined;
    made.observe(({ name }) => {
      seen.push(`first ${name}`);
      second ??= made.observe((change) => seen.push(`second ${change.name}`));
    });
    made.put(pod('x', '1'));
    made.put(pod('y', '1'));
    second![Symbol.dispose]();
    made.put(pod('z', '1'));
    expect(seen).toEqual(['first x', 'second x', 'first y', 'second y', 'first z']);
  });
});
