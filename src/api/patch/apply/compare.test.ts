import { describe, expect, it } from 'vitest';
import { allFields, schemaOf } from '../../../../test/support/unit/apply-fields.ts';
import { Pacer } from '../../../util/pacer.ts';
import type { JsonMap } from '../../json/json-values.ts';
import { compareObjects, compareObjectsPaced } from './compare.ts';
import type { FieldFilter } from './field-filter.ts';
import { pathTexts } from './path-text.ts';
import { TypedSchemas } from './typed-schema.ts';

const schemas = new TypedSchemas();
const many = 4_000;
const range = <T>(make: (at: number) => T): T[] => Array.from({ length: many }, (_, at) => make(at));

class CountingPacer extends Pacer {
  steps = 0;

  override step(): undefined {
    this.steps++;
  }
}

function compare(kind: string, old: object, next: object, filter: FieldFilter = allFields) {
  const { changed, removed } = compareObjects(
    { metadata: {}, ...old },
    { metadata: {}, ...next },
    schemaOf(kind),
    schemas,
    filter,
  );
  return { changed: pathTexts(changed), removed: pathTexts(removed) };
}

const podWith = (...containers: object[]) => ({ spec: { containers } });

describe('a comparison', () => {
  it.each<[string, string, object, object, string[], string[]]>([
    [
      'a changed value',
      'Deployment',
      { spec: { replicas: 1 } },
      { spec: { replicas: 2 } },
      ['.spec.replicas'],
      [],
    ],
    ['a value that is gone', 'Deployment', { spec: { replicas: 1 } }, { spec: {} }, [], ['.spec.replicas']],
    ['a new map and what is in it', 'ConfigMap', {}, { data: { a: '1' } }, ['.data', '.data.a'], []],
    ['a new key of a map', 'ConfigMap', { data: { a: '1' } }, { data: { a: '1', b: '2' } }, ['.data.b'], []],
    [
      'a map that is gone and what was in it',
      'ConfigMap',
      { data: { a: '1' } },
      {},
      [],
      ['.data', '.data.a'],
    ],
    ['an empty map', 'Pod', { spec: {} }, { spec: { securityContext: {} } }, ['.spec.securityContext'], []],
    ['a selector, as one', 'Deployment', sel('a'), sel('b'), ['.spec.selector'], []],
    [
      'an atomic map, as one',
      'Pod',
      nodes({ a: '1' }),
      nodes({ a: '1', b: '2' }),
      ['.spec.nodeSelector'],
      [],
    ],
    ['a list without keys, as one', 'Pod', cmd('a'), cmd('b'), ['.spec.containers[name="a"].command'], []],
    [
      'a field of an item',
      'Pod',
      podWith(c('a', '1')),
      podWith(c('a', '2')),
      ['.spec.containers[name="a"].image'],
      [],
    ],
    [
      'a new item and what is in it',
      'Pod',
      podWith(c('a', '1')),
      podWith(c('b', '1'), c('a', '1')),
      ['.spec.containers[name="b"]', '.spec.containers[name="b"].image', '.spec.containers[name="b"].name'],
      [],
    ],
    [
      'new items that look alike but for one that is there twice',
      'StorageVersion',
      {},
      {
        status: {
          storageVersions: [
            { apiServerID: 'a', decodableVersions: ['v1', 'v2'] },
            { apiServerID: 'b', decodableVersions: ['v1', 'v1'] },
          ],
        },
      },
      [
        '.status',
        '.status.storageVersions',
        '.status.storageVersions[apiServerID="a"]',
        '.status.storageVersions[apiServerID="b"]',
        '.status.storageVersions[apiServerID="a"].apiServerID',
        '.status.storageVersions[apiServerID="a"].decodableVersions',
        '.status.storageVersions[apiServerID="a"].decodableVersions[="v1"]',
        '.status.storageVersions[apiServerID="a"].decodableVersions[="v2"]',
        '.status.storageVersions[apiServerID="b"].apiServerID',
        '.status.storageVersions[apiServerID="b"].decodableVersions',
        '.status.storageVersions[apiServerID="b"].decodableVersions[="v1"]',
      ],
      [],
    ],
    [
      'an item that is gone and what was in it',
      'Pod',
      podWith(c('a', '1'), c('b', '1')),
      podWith(c('b', '1')),
      [],
      ['.spec.containers[name="a"]', '.spec.containers[name="a"].image', '.spec.containers[name="a"].name'],
    ],
    [
      'an item that is one, as one',
      'ConfigMap',
      { metadata: { ownerReferences: [{ uid: 'u', name: 'a' }] } },
      { metadata: { ownerReferences: [{ uid: 'u', name: 'b' }] } },
      ['.metadata.ownerReferences[uid="u"]'],
      [],
    ],
    [
      'the order of items, which is nothing',
      'Pod',
      podWith(c('a', '1'), c('b', '1')),
      podWith(c('b', '1'), c('a', '1')),
      [],
      [],
    ],
    [
      'finalizers, one by one',
      'Pod',
      { metadata: { finalizers: ['a', 'b'] } },
      { metadata: { finalizers: ['b', 'c'] } },
      ['.metadata.finalizers[="c"]'],
      ['.metadata.finalizers[="a"]'],
    ],
    [
      'items by keys with defaults',
      'Pod',
      podWith({ name: 'a', ports: [{ containerPort: 80 }] }),
      podWith({ name: 'a', ports: [{ containerPort: 80, protocol: 'TCP', name: 'x' }] }),
      [
        '.spec.containers[name="a"].ports[containerPort=80,protocol="TCP"].name',
        '.spec.containers[name="a"].ports[containerPort=80,protocol="TCP"].protocol',
      ],
      [],
    ],
    [
      'what the system says, which is nothing',
      'Pod',
      { metadata: { uid: 'a' } },
      { metadata: { uid: 'b', generation: 2 } },
      [],
      [],
    ],
    [
      'that it is being deleted',
      'Pod',
      {},
      { metadata: { deletionTimestamp: 't' } },
      ['.metadata.deletionTimestamp'],
      [],
    ],
  ])('tells %s', (_case, kind, old, next, changed, removed) => {
    expect(compare(kind, old, next)).toEqual({ changed, removed });
  });

  it('of lists with a problem does not fail', () => {
    const twice = podWith(c('a', '1'), c('a', '2'));
    expect(compare('Pod', twice, twice)).toEqual({ changed: [], removed: [] });
    const other = podWith(c('a', '1'), c('a', '3'), c('b', '1'));
    expect(compare('Pod', twice, other).changed).toContain('.spec.containers[name="a"]');
  });

  it('of a new list whose items all lack their keys takes them for one field, in no time', () => {
    const items = podWith();
    items.spec.containers = Array(400_000).fill({});
    const begun = process.threadCpuUsage();
    const { changed } = compare('Pod', {}, items);
    const { user, system } = process.threadCpuUsage(begun);
    expect(changed).toEqual(['.spec', '.spec.containers', '.spec.containers[]']);
    expect(user + system).toBeLessThan(400_000);
  });

  it.each<[string, object, string]>([
    ['a new set', { metadata: { finalizers: range((at) => `v${(at * 7) % many}`) } }, '.metadata.finalizers'],
    ['a new list', { spec: { containers: range((at) => ({ name: `é${at}` })) } }, '.spec.containers'],
    [
      'a new map',
      { metadata: { labels: Object.fromEntries(range((at) => [`l${at}`, ''])) } },
      '.metadata.labels',
    ],
  ])('stops often while it builds the fields of %s', async (_case, next, field) => {
    const pacer = new CountingPacer();
    const options = { schema: schemaOf('Pod'), schemas, filter: allFields };
    const to = { metadata: {}, ...next };
    const paced = await compareObjectsPaced({ metadata: {} }, to, options, pacer);
    expect(pacer.steps).toBeGreaterThan((4 * many) / 1_000);
    expect(pathTexts(paced.changed)).toContain(field);
    expect(paced).toEqual(compareObjects({ metadata: {} }, to, schemaOf('Pod'), schemas, allFields));
  });

  it.each<[string, object, object, string, number]>([
    [
      'items that lack their keys',
      podWith(c('a', '1')),
      { spec: { containers: Array(2 * many).fill({}) } },
      '.spec.containers[]',
      7,
    ],
    [
      'lists of the same items',
      { spec: { containers: items('1') } },
      { spec: { containers: items('2') } },
      '.spec.containers[name="n0"].image',
      26,
    ],
    [
      'lists with other items',
      { spec: { containers: items('1') } },
      { spec: { containers: items('2').slice(1) } },
      '.spec.containers[name="n1"].image',
      26,
    ],
  ])('stops often while it compares %s', async (_case, old, next, field, stops) => {
    const pacer = new CountingPacer();
    const options = { schema: schemaOf('Pod'), schemas, filter: allFields };
    const both = [old, next].map((each): JsonMap => ({ metadata: {}, ...each }));
    const { changed } = await compareObjectsPaced(both[0]!, both[1]!, options, pacer);
    expect(pathTexts(changed)).toContain(field);
    expect(pacer.steps).toBeGreaterThan(stops);
  });

  it('leaves out what does not count', () => {
    const filter = (field: string) => field !== 'status';
    expect(compare('Pod', {}, { status: { phase: 'Running' } }, filter)).toEqual({
      changed: [],
      removed: [],
    });
  });
});

function c(name: string, image: string) {
  return { name, image };
}
function items(image: string) {
  return range((at) => c(`n${at}`, image));
}
function sel(app: string) {
  return { spec: { selector: { matchLabels: { app } } } };
}
function nodes(nodeSelector: object) {
  return { spec: { nodeSelector } };
}
function cmd(...command: string[]) {
  return podWith({ name: 'a', command });
}
