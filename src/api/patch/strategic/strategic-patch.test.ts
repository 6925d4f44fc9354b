import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { json, refusal } from '../../../../test/support/unit/patch-values.ts';
import { patchers } from '../../../../test/support/unit/strategic-patchers.ts';

const [pod, spec, deployment, revision] = patchers(
  'core.v1.Pod',
  'core.v1.PodSpec',
  'apps.v1.DeploymentSpec',
  'apps.v1.ControllerRevision',
) as [any, any, any, any];

describe('maps', () => {
  test.each<[string, object, object, object]>([
    [
      'merge',
      { metadata: { labels: { a: '1', b: '2' } } },
      { metadata: { labels: { b: '3', c: '4' } } },
      { metadata: { labels: { a: '1', b: '3', c: '4' } } },
    ],
    [
      'lose what is null',
      { metadata: { labels: { a: '1', b: '2' } } },
      { metadata: { labels: { a: null, x: null } } },
      { metadata: { labels: { b: '2' } } },
    ],
    [
      'go when they are null',
      { metadata: { labels: { a: '1' } } },
      { metadata: { labels: null } },
      { metadata: {} },
    ],
    [
      'are added without nulls',
      { metadata: {} },
      { metadata: { labels: { a: '1', b: null } } },
      { metadata: { labels: { a: '1' } } },
    ],
    [
      'are replaced by `$patch: replace`',
      { metadata: { name: 'n', labels: { a: '1' } } },
      { metadata: { labels: { $patch: 'replace', b: '2', c: null } } },
      { metadata: { name: 'n', labels: { b: '2' } } },
    ],
    [
      'are emptied by `$patch: delete`',
      { spec: { securityContext: { runAsUser: 1 } } },
      { spec: { securityContext: { $patch: 'delete', runAsUser: 2 } } },
      { spec: { securityContext: {} } },
    ],
    [
      'are added by `$patch: replace` where there were none',
      { spec: {} },
      { spec: { securityContext: { $patch: 'replace', runAsUser: 1 } } },
      { spec: { securityContext: { runAsUser: 1 } } },
    ],
    [
      'are not added by `$patch: delete`',
      { spec: {} },
      { spec: { securityContext: { $patch: 'delete', runAsUser: 1 } } },
      { spec: {} },
    ],
    [
      'give way to another type',
      { spec: { securityContext: { runAsUser: 1 } } },
      { spec: { securityContext: 'x' } },
      { spec: { securityContext: 'x' } },
    ],
    [
      'take the place of another type',
      { spec: { hostname: 'x' } },
      { spec: { hostname: { a: 1, b: null } } },
      { spec: { hostname: { a: 1 } } },
    ],
    [
      'of a whole object can be replaced',
      { kind: 'Pod', spec: { hostname: 'x' } },
      { $patch: 'replace', spec: { nodeName: 'y' } },
      { spec: { nodeName: 'y' } },
    ],
    [
      'keep what no definition knows',
      { other: { a: 1, b: 1 } },
      { other: { a: 2 }, more: 1 },
      { other: { a: 2, b: 1 }, more: 1 },
    ],
  ])('%s', (_, live, patch, result) => expect(pod(live, patch)).toEqual(result));

  test.each([
    [{ $patch: 'merge' }, 'Unmergeable: unknown patch type: merge in map: map[$patch:merge]'],
    [
      { spec: { $patch: 'x', b: [1], a: null } },
      'Unmergeable: unknown patch type: x in map: map[$patch:x a:<nil> b:[1]]',
    ],
  ])('know no other directive: %j', (patch, text) =>
    expect(refusal(() => pod({ spec: {} }, patch))).toBe(text),
  );

  test.each(['merge', 'x', 5, null])(
    'ask for nothing with the directive %j where nothing is stored',
    ($patch) => {
      expect(pod({}, { status: { $patch, phase: 'x' } })).toEqual({ status: { phase: 'x' } });
      expect(pod({ status: {} }, { status: { a: { b: { $patch, c: 1 } } } })).toEqual({
        status: { a: { b: { c: 1 } } },
      });
    },
  );

  test('with hostile keys are data', () => {
    const live = json('{"metadata": {"annotations": {"__proto__": "1", "constructor": "2"}}}');
    const patch = json(
      '{"metadata": {"annotations": {"__proto__": "3", "toString": "4"}}, "__proto__": {"x": 1}}',
    );
    expect(JSON.stringify(pod(live, patch))).toBe(
      '{"metadata":{"annotations":{"__proto__":"3","constructor":"2","toString":"4"}},"__proto__":{"x":1}}',
    );
    const without = json('{"metadata": {"annotations": {"__proto__": null, "constructor": null}}}');
    expect(JSON.stringify(pod(live, without))).toBe('{"metadata":{"annotations":{}}}');
    const added = json('{"metadata": {"annotations": {"__proto__": "1"}}}');
    expect(JSON.stringify(pod({ metadata: {} }, added))).toBe(
      '{"metadata":{"annotations":{"__proto__":"1"}}}',
    );
  });
});

describe('retained keys', () => {
  const rolling = { strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: 1 } } };

  test('are all that stays', () => {
    expect(deployment(rolling, { strategy: { $retainKeys: ['type'], type: 'Recreate' } })).toEqual({
      strategy: { type: 'Recreate' },
    });
  });

  test('hold for an element of a list', () => {
    const live = {
      volumes: [
        { name: 'v', emptyDir: { medium: 'Memory' } },
        { name: 'w', emptyDir: {} },
      ],
    };
    const patch = { volumes: [{ name: 'v', $retainKeys: ['name', 'hostPath'], hostPath: { path: '/x' } }] };
    expect(spec(live, patch)).toEqual({
      volumes: [
        { name: 'v', hostPath: { path: '/x' } },
        { name: 'w', emptyDir: {} },
      ],
    });
  });

  test('may take away what they do not name', () => {
    const patch = { strategy: { $retainKeys: ['type'], rollingUpdate: null, type: 'Recreate' } };
    expect(deployment(rolling, patch)).toEqual({ strategy: { type: 'Recreate' } });
  });

  test('are not kept with what is added', () => {
    expect(deployment({}, { strategy: { $retainKeys: ['type'], type: 'Recreate' } })).toEqual({
      strategy: { type: 'Recreate' },
    });
  });

  test.each([{ $retainKeys: 'type' }, { $retainKeys: null }, { $retainKeys: ['type'], rollingUpdate: {} }])(
    'have their form: %j',
    (strategy) => {
      expect(refusal(() => deployment(rolling, { strategy }))).toBe(
        'Malformed: invalid patch format of retainKeys',
      );
    },
  );
});

test('values of no known shape merge as maps do, and their lists are replaced', () => {
  const live = { data: { spec: { template: { a: 1, l: [{ name: 'x' }] } } } };
  expect(revision(live, { data: { spec: { template: { b: 2, l: [{ name: 'y' }] } } } })).toEqual({
    data: { spec: { template: { a: 1, b: 2, l: [{ name: 'y' }] } } },
  });
});

test('a patch that is too deep is refused', () => {
  let patch: object = {};
  for (let depth = 0; depth < 9_000; depth++) patch = { spec: patch };
  expect(refusal(() => pod({}, patch))).toBe('Malformed: exceeded max depth');
});

const name = fc.constantFrom('a', 'b', 'c', 'd');
const containers = fc.uniqueArray(
  fc.record({
    name,
    image: fc.constantFrom('x', 'y'),
    env: fc.uniqueArray(fc.record({ name, value: fc.constantFrom('1', '2') }), {
      selector: (item) => item.name,
    }),
    args: fc.array(name, { maxLength: 2 }),
  }),
  { selector: (item) => item.name },
);
const anyPod = fc.record({
  metadata: fc.record({ labels: fc.dictionary(name, name), finalizers: fc.uniqueArray(name) }),
  spec: fc.record({ containers, hostname: name }),
});

describe('any pod', () => {
  test('stays as it is when the patch says nothing, or what is so', () => {
    fc.assert(
      fc.property(anyPod, (live) => {
        expect(pod(live, {})).toEqual(live);
        expect(pod(live, live)).toEqual(live);
      }),
    );
  });

  test('becomes another one by a patch of deletions and an order', () => {
    fc.assert(
      fc.property(anyPod, anyPod, (live, target) => {
        expect(pod(live, transition(live, target))).toEqual(target);
      }),
    );
  });

  test('patched once is patched enough', () => {
    fc.assert(
      fc.property(anyPod, anyPod, (live, patch) => {
        const once = pod(live, patch);
        expect(pod(once, patch)).toEqual(once);
      }),
    );
  });
});

type AnyPod = typeof anyPod extends fc.Arbitrary<infer T> ? T : never;

/** The patch that a client makes that knows both. */
function transition(live: AnyPod, target: AnyPod): object {
  const gone = Object.keys(live.metadata.labels).filter((key) => !(key in target.metadata.labels));
  return {
    metadata: {
      labels: { ...Object.fromEntries(gone.map((key) => [key, null])), ...target.metadata.labels },
      finalizers: target.metadata.finalizers,
      '$setElementOrder/finalizers': target.metadata.finalizers,
      '$deleteFromPrimitiveList/finalizers': live.metadata.finalizers.filter(
        (one) => !target.metadata.finalizers.includes(one),
      ),
    },
    spec: {
      hostname: target.spec.hostname,
      '$setElementOrder/containers': target.spec.containers.map((container) => ({ name: container.name })),
      containers: [
        ...target.spec.containers.map((container) => ({
          ...container,
          env: [{ $patch: 'replace' }, ...container.env],
        })),
        ...live.spec.containers
          .filter((container) => !target.spec.containers.some((other) => other.name === container.name))
          .map((container) => ({ $patch: 'delete', name: container.name })),
      ],
    },
  };
}
