import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { definitionsOf } from '../../../../test/support/unit/definitions.ts';
import { anyMap, frozen } from '../../../../test/support/unit/patch-values.ts';
import { applyMergePatch } from '../../../api/patch/merge-patch.ts';
import { applyStrategicPatch } from '../../../api/patch/strategic/strategic-patch.ts';
import { threeWayPatch } from './three-way-merge.ts';

const { structs } = definitionsOf();
const pod = structs.get('core.v1.PodSpec')!;
const deployment = structs.get('apps.v1.DeploymentSpec')!;

type Written = Record<string, unknown>;

const patchOf = (original: Written, current: Written, modified: Written): Written =>
  threeWayPatch(frozen({ original, current, modified }), pod);

const applied = (original: Written, current: Written, modified: Written): Written =>
  applyStrategicPatch(current, patchOf(original, current, modified), pod);

const container = (name: string, image: string, more: Written = {}): Written => ({ name, image, ...more });

describe('a strategic three-way patch', () => {
  it('is empty when the server already has all fields', () => {
    const current = { containers: [container('a', 'x', { imagePullPolicy: 'Always' })], hostname: 'h' };
    expect(patchOf({}, current, { containers: [container('a', 'x')] })).toEqual({});
  });

  it('sets what differs, and leaves what only the server has', () => {
    const current = { containers: [container('a', 'x', { imagePullPolicy: 'Always' })], hostname: 'h' };
    expect(applied({}, current, { containers: [container('a', 'y')] })).toEqual({
      containers: [container('a', 'y', { imagePullPolicy: 'Always' })],
      hostname: 'h',
    });
  });

  it('takes away what was applied last and is not wanted any more', () => {
    const original = { hostname: 'h', containers: [container('a', 'x'), container('b', 'x')] };
    const current = { ...original, containers: [...original.containers, container('injected', 'z')] };
    expect(applied(original, current, { containers: [container('a', 'x')] })).toEqual({
      containers: [container('a', 'x'), container('injected', 'z')],
    });
  });

  it('says nothing of what was applied last and is gone already', () => {
    expect(patchOf({ hostname: 'h' }, { subdomain: 's' }, {})).toEqual({});
  });

  it('puts elements in the order that is wanted', () => {
    const current = { containers: [container('a', 'x'), container('b', 'x')] };
    expect(applied(current, current, { containers: [container('b', 'x'), container('a', 'x')] })).toEqual({
      containers: [container('b', 'x'), container('a', 'x')],
    });
  });

  it('keeps no field of the former kind of a volume', () => {
    const current = { volumes: [{ name: 'v', hostPath: { path: '/p' } }] };
    expect(applied(current, current, { volumes: [{ name: 'v', emptyDir: {} }] })).toEqual({
      volumes: [{ name: 'v', emptyDir: {} }],
    });
  });

  it('keeps no parameters of a former strategy that the server set', () => {
    const current = { strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: 1 } } };
    const patch = threeWayPatch(
      { original: {}, current, modified: { strategy: { type: 'Recreate' } } },
      deployment,
    );
    expect(applyStrategicPatch(current, patch, deployment)).toEqual({ strategy: { type: 'Recreate' } });
  });

  it('changes lists of texts element by element', () => {
    const meta = structs.get('meta.v1.ObjectMeta')!;
    const current = { finalizers: ['a', 'b', 'theirs'] };
    const patch = threeWayPatch(
      { original: { finalizers: ['a', 'b'] }, current, modified: { finalizers: ['b', 'c'] } },
      meta,
    );
    expect(applyStrategicPatch(current, patch, meta)['finalizers']).toEqual(
      expect.arrayContaining(['b', 'c', 'theirs']),
    );
    expect(applyStrategicPatch(current, patch, meta)['finalizers']).toHaveLength(3);
  });

  it('replaces lists without a merge key', () => {
    const current = { containers: [container('a', 'x', { args: ['1', '2'] })] };
    expect(applied(current, current, { containers: [container('a', 'x', { args: ['2'] })] })).toEqual({
      containers: [container('a', 'x', { args: ['2'] })],
    });
  });
});

describe('a three-way merge patch', () => {
  it('leads from any object to one that has all that is wanted', () => {
    fc.assert(
      fc.property(anyMap, anyMap, anyMap, (original, current, modified) => {
        const patch = threeWayPatch(frozen({ original, current, modified }));
        const result = applyMergePatch(current, patch) as Written;
        expect(threeWayPatch({ original, current: result, modified })).toEqual({});
        for (const key of Object.keys(original)) {
          if (!Object.hasOwn(modified, key)) expect(Object.hasOwn(result, key)).toBe(false);
        }
      }),
    );
  });

  it('a three-way merge patch replaces lists', () => {
    const maps = { original: {}, current: { list: [{ name: 'a' }] }, modified: { list: [{ name: 'b' }] } };
    expect(threeWayPatch(maps)).toEqual({ list: [{ name: 'b' }] });
  });
});
