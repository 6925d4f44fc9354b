import { describe, expect, it } from 'vitest';
import { schemaOf } from '../../../../test/support/unit/apply-fields.ts';
import { frozen } from '../../../../test/support/unit/patch-values.ts';
import type { ListOrder } from './list-order.ts';
import { mergeConfig } from './merge.ts';
import { pruneObject } from './prune.ts';
import { TypedSchemas } from './typed-schema.ts';

const schemas = new TypedSchemas();
const merge = (kind: string, live: object, config: object, order: ListOrder = 'live') =>
  mergeConfig(frozen(live) as any, frozen(config) as any, schemaOf(kind), schemas, order).object;

const items = (...containers: object[]) => ({ spec: { containers } });

describe('merging a configuration', () => {
  it.each<[string, string, object, object, object]>([
    [
      'sets values',
      'Deployment',
      { spec: { replicas: 1, paused: true } },
      { spec: { replicas: 2 } },
      { spec: { replicas: 2, paused: true } },
    ],
    [
      'keeps null, which unsets',
      'Deployment',
      { spec: { replicas: 1 } },
      { spec: { replicas: null } },
      { spec: { replicas: null } },
    ],
    [
      'joins maps',
      'ConfigMap',
      { data: { a: '1', b: '1' } },
      { data: { b: '2', c: '3' } },
      { data: { a: '1', b: '2', c: '3' } },
    ],
    [
      'replaces what is atomic',
      'Pod',
      { spec: { nodeSelector: { a: '1' } } },
      { spec: { nodeSelector: { b: '1' } } },
      { spec: { nodeSelector: { b: '1' } } },
    ],
    [
      'keeps what an empty map is put over',
      'ConfigMap',
      { data: { a: '1' } },
      { data: {} },
      { data: { a: '1' } },
    ],
    [
      'keeps the order of items, new ones last',
      'Pod',
      items({ name: 'a' }, { name: 'b', image: '1' }),
      items({ name: 'c' }, { name: 'b', image: '2' }),
      items({ name: 'a' }, { name: 'b', image: '2' }, { name: 'c' }),
    ],
    [
      'joins sets',
      'Pod',
      { metadata: { finalizers: ['a', 'b'] } },
      { metadata: { finalizers: ['c', 'a'] } },
      { metadata: { finalizers: ['a', 'b', 'c'] } },
    ],
    [
      'makes one of items that are the same',
      'Pod',
      items({ name: 'a', image: '1' }, { name: 'a', image: '2' }),
      items({ name: 'a', image: '3' }),
      items({ name: 'a', image: '3' }),
    ],
  ])('%s', (_case, kind, live, config, result) => {
    expect(merge(kind, live, config)).toEqual(result);
  });

  it('takes names as data', () => {
    const config = JSON.parse('{"data":{"__proto__":"1","constructor":"2"}}');
    expect(JSON.stringify(merge('ConfigMap', { data: {} }, config))).toBe(JSON.stringify(config));
    expect(JSON.stringify(merge('ConfigMap', { data: { a: '' } }, config))).toBe(
      '{"data":{"a":"","__proto__":"1","constructor":"2"}}',
    );
  });
});

describe('taking out what was given up', () => {
  const prune = (kind: string, object: object, given: object, ...kept: object[]) =>
    pruneObject(frozen(object) as any, given as any, kept as any, schemaOf(kind), schemas);

  it('takes values that nobody owns', () => {
    const object = { metadata: { name: 'a' }, data: { a: '1', b: '1', c: '1' } };
    const given = { 'f:data': { 'f:a': {}, 'f:b': {} } };
    expect(prune('ConfigMap', object, given, { 'f:data': { 'f:b': {} } }).data).toEqual({ b: '1', c: '1' });
  });

  it('takes a struct in which nothing has an owner, with what nobody ever owned', () => {
    const object = {
      metadata: { name: 'a' },
      spec: { paused: true, strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: 1 } } },
    };
    const given = { 'f:spec': { 'f:strategy': { 'f:type': {} } } };
    expect(prune('Deployment', object, given, { 'f:spec': { 'f:paused': {} } }).spec).toEqual({
      paused: true,
    });
  });

  it('takes an item that is owned no more, although somebody owns a field of it', () => {
    const object = { metadata: { name: 'a' }, ...items({ name: 'a', image: '1' }, { name: 'b' }) };
    const given = { 'f:spec': { 'f:containers': { 'k:{"name":"a"}': { '.': {}, 'f:name': {} } } } };
    const kept = { 'f:spec': { 'f:containers': { 'k:{"name":"a"}': { 'f:image': {} } } } };
    expect(prune('Pod', object, given, kept).spec).toEqual({ containers: [{ name: 'b' }] });
  });

  it('leaves no empty struct behind, though somebody owns what was never in it', () => {
    const object = { metadata: { name: 'a' }, ...items({ name: 'a', securityContext: { runAsUser: 1 } }) };
    const containers = (node: object) => ({ 'f:spec': { 'f:containers': { 'k:{"name":"a"}': node } } });
    const given = containers({ 'f:securityContext': { 'f:runAsUser': {} } });
    const kept = containers({ '.': {}, 'f:name': {}, 'f:securityContext': { 'f:privileged': {} } });
    expect(prune('Pod', object, given, kept).spec).toEqual({
      containers: [{ name: 'a', securityContext: null }],
    });
  });

  it('leaves the name to an object of which nothing is owned', () => {
    const object = { metadata: { name: 'a', labels: { x: 'y' } } };
    expect(prune('ConfigMap', object, { 'f:metadata': { 'f:labels': { 'f:x': {} } } })).toEqual({
      metadata: { name: 'a' },
    });
  });
});
