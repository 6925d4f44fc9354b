import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { MemoryLister } from '../../../../../test/support/unit/memory-objects.ts';
import { dialects } from '../../../../api/meta/dialect.ts';
import { NodePods } from './node-pods.ts';
import { VolumeSecrets } from './volume-secrets.ts';

const few = (prefix: string) => fc.constantFrom(...['1', '2', '3'].map((end) => prefix + end));
const namespace = few('a');
const place = { namespace, name: few('p') };

const step = fc.oneof(
  fc.record({
    do: fc.constant('put' as const),
    ...place,
    node: fc.oneof(few('n'), fc.constant('')),
    secret: few('s'),
  }),
  fc.record({ do: fc.constant('remove' as const), ...place }),
  fc.record({ do: fc.constant('ask' as const), namespace, node: few('n'), secret: few('s') }),
);

test('whatever happened before, an answer is what the pods say now', () => {
  const property = fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
    const lister = new MemoryLister<any>();
    const pods = new NodePods(lister, dialects[0]!);
    for (const one of steps) {
      if (one.do === 'remove') lister.remove(one.namespace, one.name);
      else if (one.do === 'put') {
        const { namespace, name, node, secret } = one;
        const spec = { nodeName: node, imagePullSecrets: [{ name: secret }] };
        lister.put({ metadata: { namespace, name }, spec });
      } else {
        const uses = lister
          .list()
          .some(
            ({ metadata, spec }) =>
              metadata.namespace === one.namespace &&
              spec.nodeName === one.node &&
              spec.imagePullSecrets[0].name === one.secret,
          );
        expect(pods.use(one.node, one.namespace, 'secret', one.secret)).toBe(uses);
      }
    }
  });
  fc.assert(property, { numRuns: 500 });
});

describe('the pods of a node', () => {
  const pod = (namespace: string, name: string, node: string) => ({
    metadata: { namespace, name },
    spec: { nodeName: node, imagePullSecrets: [{ name: 's' }] },
  });

  test('are looked up once, as long as there are some', () => {
    const lister = new MemoryLister<any>();
    const lookUps = vi.spyOn(lister, 'keysBy');
    const pods = new NodePods(lister, dialects[0]!);
    const uses = (namespace: string): boolean => pods.use('n', namespace, 'secret', 's');
    // A node without pods is looked up each time.
    expect([uses('a'), uses('a'), lookUps.mock.calls.length]).toEqual([false, false, 2]);
    lister.put(pod('a', 'one', 'n'));
    lister.put(pod('a', 'two', 'n'));
    lister.put(pod('b', 'three', 'n'));
    expect([uses('a'), uses('b'), lookUps.mock.calls.length]).toEqual([true, true, 3]);
    lister.remove('a', 'one');
    expect([uses('a'), uses('b')]).toEqual([true, true]);
    lister.remove('a', 'two');
    expect([uses('a'), uses('b')]).toEqual([false, true]);
    lister.put(pod('b', 'three', 'other'));
    expect(lookUps.mock.calls.length).toBe(3);
    // The last one has gone.
    expect([uses('b'), lookUps.mock.calls.length]).toEqual([false, 4]);
    pods[Symbol.dispose]();
    expect(lister.observed).toBe(false);
  });

  test('that nobody has asked about are forgotten without a trace', () => {
    const lister = new MemoryLister<any>();
    const pods = new NodePods(lister, dialects[0]!);
    lister.put(pod('a', 'one', 'n'));
    lister.remove('a', 'one');
    lister.put(pod('a', 'two', 'n'));
    expect(pods.use('n', 'b', 'secret', 's')).toBe(false);
    lister.remove('a', 'gone');
    lister.put(pod('b', 'three', 'n'));
    expect(pods.use('n', 'b', 'secret', 's')).toBe(true);
    // Each of its changes tells that it may be read anew.
    expect(lister.looks.get('a/two')).toBeUndefined();
  });
});

const volumeStep = fc.oneof(
  fc.record({
    do: fc.constant('put' as const),
    name: few('v'),
    secret: fc.option(few('s')),
    claim: fc.option(few('c')),
  }),
  fc.record({ do: fc.constant('remove' as const), name: few('v') }),
  fc.record({ do: fc.constant('ask' as const), secret: few('s') }),
);

test('whatever happened before, the claims behind a secret are those that the volumes say now', () => {
  const property = fc.property(fc.array(volumeStep, { maxLength: 60 }), (steps) => {
    const lister = new MemoryLister<any>();
    const secrets = new VolumeSecrets(lister);
    for (const one of steps) {
      if (one.do === 'remove') lister.remove('', one.name);
      else if (one.do === 'put') {
        const claimRef = one.claim === null ? undefined : { namespace: 'a', name: one.claim };
        const rbd = one.secret === null ? undefined : { secretRef: { name: one.secret } };
        lister.put({ metadata: { name: one.name }, spec: { claimRef, rbd } });
      } else {
        const expected = lister
          .list()
          .filter(({ spec }) => spec.claimRef !== undefined && spec.rbd?.secretRef.name === one.secret)
          .map(({ spec }) => spec.claimRef.name);
        const found = [...secrets.claimsFor('a', one.secret)].map(({ name }) => name);
        expect(found.sort()).toEqual(expected.sort());
      }
    }
  });
  fc.assert(property, { numRuns: 500 });
});
