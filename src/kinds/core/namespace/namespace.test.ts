import { describe, expect, test } from 'vitest';
import { Bench, created, dependencies, texts, type Written } from '../../../../test/support/unit/kinds.ts';
import { finalize } from './finalize.ts';
import { namespace } from './index.ts';

const base = { metadata: { name: 'shop', creationTimestamp: created } };
const bench = new Bench(namespace(dependencies), base);
const deleting = { metadata: { deletionTimestamp: created } };

describe('a new namespace', () => {
  test('is active, held, and carries its name', () => {
    const { object, errors } = bench.create({ status: { phase: 'Terminating' } });
    expect(errors).toEqual([]);
    expect(object).toMatchObject({
      metadata: { labels: { 'orch.io/metadata.name': 'shop' } },
      spec: { finalizers: ['orch'] },
      status: { phase: 'Active' },
    });
  });

  test('may be held by others too, and by none twice', () => {
    const finalizers = ['example.com/mine', 'orch'];
    expect(bench.create({ spec: { finalizers } }).object.spec.finalizers).toEqual(finalizers);
  });

  test('carries a generated name', () => {
    const object = bench.decode({ metadata: { name: undefined, generateName: 'x-' } });
    expect(object.metadata.labels).toBeUndefined();
    bench.rules.prepareForCreate?.(object);
    object.metadata.name = 'x-abcde';
    bench.rules.validateCreate?.(object);
    expect(object.metadata.labels).toEqual({ 'orch.io/metadata.name': 'x-abcde' });
  });

  test.each<[string, string, string[]]>([
    ['a qualified name', 'example.com/mine', []],
    ['orphan', 'orphan', []],
    [
      'a bare name',
      'mine',
      [
        'spec.finalizers: Invalid value: "mine": name is neither a standard finalizer name nor is it fully qualified',
      ],
    ],
    [
      'no name',
      '',
      [
        expect.stringContaining('name part must be non-empty'),
        expect.stringContaining('alphanumeric'),
        expect.stringContaining('neither'),
      ],
    ],
  ])('has finalizers: %s', (_, name, errors) => {
    expect(bench.create({ spec: { finalizers: [name] } }).errors).toEqual(errors);
  });
});

test('the name stays as a label whatever a client writes', () => {
  const { object } = bench.update({ metadata: { labels: { 'orch.io/metadata.name': 'other', a: 'b' } } });
  expect(object.metadata.labels).toEqual({ 'orch.io/metadata.name': 'shop', a: 'b' });
});

test('an update changes neither finalizers nor status', () => {
  const old = { spec: { finalizers: ['orch'] }, status: { phase: 'Terminating' } };
  expect(bench.update({ spec: { finalizers: [] }, status: { phase: 'Active' } }, old).object).toMatchObject(
    old,
  );
});

test.each<[string, Written, string[]]>([
  ['active', { status: { phase: 'Active' } }, []],
  [
    'terminating without being deleted',
    { status: { phase: 'Terminating' } },
    ['status.Phase: Invalid value: "Terminating": may only be \'Active\' if `deletionTimestamp` is empty'],
  ],
  ['terminating', { ...deleting, status: { phase: 'Terminating' } }, []],
  [
    'active while being deleted',
    { ...deleting, status: { phase: 'Active' } },
    [
      'status.Phase: Invalid value: "Active": may only be \'Terminating\' if `deletionTimestamp` is not empty',
    ],
  ],
])('status: %s', (_, change, errors) => {
  expect(bench.updateStatus(change).errors).toEqual(errors);
});

test('finalize replaces the finalizers and nothing else', () => {
  const old = bench.decode({ spec: { finalizers: ['orch'] }, status: { phase: 'Terminating' } });
  const object = bench.decode({ spec: { finalizers: ['mine'] } });
  const { prepareForUpdate, validateUpdate } = finalize(dependencies.dialect);
  prepareForUpdate(object, old);
  expect(object).toMatchObject({ spec: { finalizers: ['mine'] }, status: { phase: 'Terminating' } });
  expect(texts(validateUpdate(object, old))).toEqual([
    'spec.finalizers[0]: Invalid value: "mine": name is neither a standard finalizer name nor is it fully qualified',
  ]);
});

test('its finalizers hold a namespace that is being deleted, and it says so', () => {
  const object = bench.decode({ spec: { finalizers: ['orch'] } });
  expect(bench.rules.deletion?.holds?.(object)).toBe(true);
  bench.rules.deletion?.marked?.(object);
  expect(object.status.phase).toBe('Terminating');
  expect(bench.rules.deletion?.holds?.(bench.decode())).toBe(false);
});

test('is found by its phase, and shows it', () => {
  expect(bench.rules.selectableFields?.of(bench.decode())).toEqual({ 'status.phase': 'Active' });
  expect(bench.row()).toEqual({ Name: 'shop', Status: 'Active', Age: '5m10s' });
});
