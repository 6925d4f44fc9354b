import { describe, expect, test } from 'vitest';
import { refusal } from '../../../../test/support/unit/patch-values.ts';
import { patchers } from '../../../../test/support/unit/strategic-patchers.ts';

const [spec, meta, service] = patchers('core.v1.PodSpec', 'meta.v1.ObjectMeta', 'core.v1.ServiceSpec') as [
  any,
  any,
  any,
];

const named = (...names: string[]) => names.map((name) => ({ name }));
const containers = (...list: object[]) => ({ containers: list });
const names = (result: any): string => result.containers.map((container: any) => container.name).join('');

describe('lists that do not merge', () => {
  test('lists without a merge key are replaced', () => {
    expect(spec({ tolerations: [{ key: 'a' }] }, { tolerations: [{ key: 'b' }] })).toEqual({
      tolerations: [{ key: 'b' }],
    });
    const live = containers({ name: 'a', args: ['1', '2'] });
    expect(spec(live, containers({ name: 'a', args: ['3'] }))).toEqual(
      containers({ name: 'a', args: ['3'] }),
    );
  });

  test('are not put in order', () => {
    const live = { tolerations: [{ key: 'a' }] };
    expect(spec(live, { '$setElementOrder/tolerations': [] })).toEqual(live);
  });
});

describe('lists of maps', () => {
  const live = containers(
    { name: 'a', image: 'x' },
    { name: 'b', image: 'y', env: [{ name: 'E', value: '1' }] },
  );

  test('merge by their key', () => {
    const patch = containers({ name: 'b', env: [{ name: 'E', value: '2' }, { name: 'F' }] });
    expect(spec(live, patch)).toEqual(
      containers(
        { name: 'a', image: 'x' },
        { name: 'b', image: 'y', env: [{ name: 'E', value: '2' }, { name: 'F' }] },
      ),
    );
  });

  test('lose what is null', () => {
    expect(spec(live, containers({ name: 'a', image: null }))).toEqual(
      containers({ name: 'a' }, live.containers[1]!),
    );
    expect(spec(live, { containers: null })).toEqual({});
  });

  test('get what is new, without directives and nulls', () => {
    const patch = containers({
      name: 'c',
      image: null,
      env: [{ name: 'E', $patch: 'delete' }, { name: 'F' }],
      $retainKeys: ['name', 'env'],
    });
    expect(spec(live, patch)).toEqual(containers({ name: 'c', env: [{ name: 'F' }] }, ...live.containers));
  });

  test('lose what is deleted, every one of the key', () => {
    expect(names(spec(live, containers({ name: 'a', $patch: 'delete' })))).toBe('b');
    const ports = [{ port: 53, protocol: 'TCP' }, { port: 80 }, { port: 53, protocol: 'UDP' }];
    expect(service({ ports }, { ports: [{ port: 53, $patch: 'delete' }] })).toEqual({
      ports: [{ port: 80 }],
    });
    expect(service({ ports }, { ports: [{ port: '53', $patch: 'delete' }] })).toEqual({ ports });
  });

  test('may delete and add one key', () => {
    const patch = containers({ name: 'a', $patch: 'delete' }, { name: 'a', tty: true });
    expect(spec(live, patch)).toEqual(containers({ name: 'a', tty: true }, live.containers[1]!));
  });

  test('are replaced by the other elements of the patch', () => {
    expect(
      spec(
        live,
        containers({ $patch: 'replace' }, { name: 'b', tty: true }, { name: 'a', $patch: 'delete' }),
      ),
    ).toEqual(containers({ name: 'b', tty: true }));
    expect(spec(live, containers({ $patch: 'replace' }))).toEqual(containers());
  });

  test('are added without what is about the list', () => {
    expect(
      spec({}, containers({ $patch: 'replace' }, { name: 'a' }, { name: 'b', $patch: 'delete' })),
    ).toEqual(containers({ name: 'a' }));
  });

  test('merge the first of one key', () => {
    const ports = [
      { port: 53, protocol: 'TCP' },
      { port: 53, protocol: 'UDP' },
    ];
    expect(service({ ports }, { ports: [{ port: 53, nodePort: 30053 }] })).toEqual({
      ports: [
        { port: 53, protocol: 'TCP', nodePort: 30053 },
        { port: 53, protocol: 'UDP' },
      ],
    });
    expect(service({}, { ports })).toEqual({ ports });
  });

  test.each<[object, string]>([
    [
      containers({ image: 'x', args: ['p', null] }),
      'Unmergeable: map: map[args:[p <nil>] image:x] does not contain declared merge key: name',
    ],
    [
      containers({ $patch: 'delete' }),
      'Unmergeable: map: map[$patch:delete] does not contain declared merge key: name',
    ],
    [
      containers({ name: 'a', $patch: 'merge' }),
      'Unmergeable: merging lists cannot yet be specified in the patch',
    ],
    [
      containers({ name: 'a', $patch: 'x' }),
      'Unmergeable: unknown patch type: x in map: map[$patch:x name:a]',
    ],
    [{ containers: [['a']] }, 'Unsupported: lists of lists are not supported'],
    [{ containers: ['a'] }, 'Unmergeable: list element types are not identical: [[map[image:x name:a]] [a]]'],
    [
      { '$setElementOrder/containers': [{ image: 'x' }] },
      'Unmergeable: map: map[image:x] does not contain declared merge key: name',
    ],
    [{ '$setElementOrder/containers': ['a'] }, 'Unmergeable: list element types are not identical: [[a]]'],
  ])('refuse %j', (patch, text) =>
    expect(refusal(() => spec(containers({ name: 'a', image: 'x' }), patch))).toBe(text),
  );

  test.each(['merge', 'x', null])(
    'keep an element with the directive %j where there is no list',
    ($patch) => {
      const order = { '$setElementOrder/containers': named('a') };
      const added = containers({ name: 'a', $patch }, { name: 'b', $patch: 'delete' });
      expect(spec({}, added)).toEqual(containers(...named('a')));
      expect(spec({}, { ...order, ...added })).toEqual(containers(...named('a')));
    },
  );
});

describe('the order of maps', () => {
  const live = containers(...named('a', 'b', 'c', 'd'));

  test.each([
    ['the patch', containers(...named('c', 'a')), 'bcad'],
    ['the patch, new ones where it has them', containers(...named('x', 'd', 'y')), 'xabcdy'],
    ['the directive', { '$setElementOrder/containers': named('d', 'a', 'x') }, 'bcda'],
    [
      'the directive, which the patch need not name',
      { '$setElementOrder/containers': named('d', 'x', 'a'), ...containers({ name: 'x' }) },
      'bcdxa',
    ],
    [
      'the directive, whatever is deleted',
      { '$setElementOrder/containers': named('c', 'a'), ...containers({ name: 'b', $patch: 'delete' }) },
      'cad',
    ],
    [
      'the directive, when the list is replaced',
      {
        '$setElementOrder/containers': named('y', 'x'),
        ...containers({ $patch: 'replace' }, ...named('y', 'x')),
      },
      'yx',
    ],
    [
      'the directive, and new ones take the places of deleted ones behind others',
      {
        '$setElementOrder/containers': named('n', 'm', 'd'),
        ...containers(...named('n', 'm'), { name: 'a', $patch: 'delete' }),
      },
      'bcnmd',
    ],
    [
      'the directive, and more new ones than were deleted come with them',
      {
        '$setElementOrder/containers': named('m', 'n'),
        ...containers(...named('m', 'n'), { name: 'a', $patch: 'delete' }),
      },
      'bcdmn',
    ],
    [
      'the patch, new ones first without a directive',
      containers({ name: 'n' }, { name: 'a', $patch: 'delete' }),
      'nbcd',
    ],
    ['an empty directive', { '$setElementOrder/containers': [], ...containers({ name: 'x' }) }, 'abcdx'],
    [
      'no directive when the list goes',
      { '$setElementOrder/containers': named('a'), containers: [{ $patch: 'replace' }] },
      '',
    ],
  ])('is that of %s', (_, patch, order) => expect(names(spec(live, patch))).toBe(order));

  test('is that of the directive for a new list', () => {
    const patch = {
      '$setElementOrder/containers': named('b', 'a', 'c'),
      ...containers(...named('b', 'c'), { name: 'z', $patch: 'delete' }),
    };
    expect(spec({}, patch)).toEqual(containers(...named('b', 'c')));
    expect(spec({}, { '$setElementOrder/containers': named('b', 'a') })).toEqual({});
  });

  test.each([{}, live])('has to be that of the patch itself: %j', (before) => {
    const patch = { '$setElementOrder/containers': named('a', 'b'), ...containers(...named('b', 'a')) };
    const text =
      "The order in patch list:\n[map[name:b] map[name:a]]\n doesn't match $setElementOrder list:\n[map[name:a] map[name:b]]\n";
    expect(refusal(() => spec(before, patch))).toBe(`Unmergeable: ${text}`);
    const unnamed = { '$setElementOrder/containers': named('a'), ...containers(...named('a', 'b')) };
    expect(refusal(() => spec(before, unnamed))).toMatch(/^Unmergeable: The order in patch list/);
  });

  test('costs no more than it has to', () => {
    const many = named(...Array.from({ length: 20_000 }, (_, index) => `c${index}`));
    const started = performance.now();
    spec(containers(...many), containers(...many.toReversed()));
    expect(performance.now() - started).toBeLessThan(1_000);
  });
});

describe('lists of scalars', () => {
  test.each([
    ['have each once', ['a', 'b'], { finalizers: ['b', 'c', 'c'] }, 'abc'],
    ['are ordered by the patch', ['a', 'b', 'c'], { finalizers: ['c', 'a'] }, 'bca'],
    [
      'are ordered by the directive',
      ['a', 'b', 'c'],
      { '$setElementOrder/finalizers': ['c', 'x', 'a'] },
      'bca',
    ],
    ['lose what is deleted', ['a', 'b', 'c'], { '$deleteFromPrimitiveList/finalizers': ['b', 'x'] }, 'ac'],
    [
      'may lose and get',
      ['a', 'b'],
      {
        finalizers: ['c'],
        '$deleteFromPrimitiveList/finalizers': ['a'],
        '$setElementOrder/finalizers': ['c', 'b'],
      },
      'cb',
    ],
    ['may lose all', ['a'], { '$deleteFromPrimitiveList/finalizers': ['a'] }, ''],
  ])('%s', (_, live, patch, result) =>
    expect(meta({ finalizers: live }, patch).finalizers.join('')).toBe(result),
  );

  test('lose what is deleted when they do not merge, too', () => {
    const containers = [{ name: 'a', args: ['x', 'y'] }];
    const patch = { containers: [{ name: 'a', '$deleteFromPrimitiveList/args': ['x'] }] };
    expect(spec({ containers }, patch)).toEqual({ containers: [{ name: 'a', args: ['y'] }] });
  });

  test.each(['finalizers', '$setElementOrder/finalizers', '$deleteFromPrimitiveList/finalizers'])(
    'are not merged with more than 50,000 in %s',
    (name) => {
      const many = Array.from({ length: 50_001 }, (_, index) => `f${index}`);
      const text =
        'TooLarge: The allowed maximum elements of a list that a strategic merge patch merges is 50000, got 50001';
      expect(refusal(() => meta({ finalizers: ['a'] }, { [name]: many }))).toBe(text);
      expect(refusal(() => meta({ finalizers: ['a'] }, { [name]: many.slice(1) }))).toBeUndefined();
    },
  );

  test('are added as they are, and not by deletions', () => {
    expect(meta({}, { finalizers: ['b', 'a'] })).toEqual({ finalizers: ['b', 'a'] });
    expect(meta({}, { '$deleteFromPrimitiveList/finalizers': ['a'] })).toEqual({});
    expect(meta({}, { finalizers: ['b', 'a'], '$setElementOrder/finalizers': ['b', 'a'] })).toEqual({
      finalizers: ['b', 'a'],
    });
  });

  test.each<[object, string]>([
    [{ finalizers: [['x']] }, 'Unsupported: lists of lists are not supported'],
    [{ finalizers: [{ a: 1 }] }, 'Unmergeable: list element types are not identical: [[a] [map[a:1]]]'],
    [
      { finalizers: ['b', 'a'], '$setElementOrder/finalizers': ['a', 'b'] },
      "Unmergeable: The order in patch list:\n[b a]\n doesn't match $setElementOrder list:\n[a b]\n",
    ],
  ])('refuse %j', (patch, text) => expect(refusal(() => meta({ finalizers: ['a'] }, patch))).toBe(text));
});

describe('directives about lists', () => {
  const order = 'Malformed: invalid patch format of setElementOrder list';
  const primitive = 'Malformed: invalid patch format of primitive list';
  const unknown = (field: string) =>
    `Unmergeable: unable to find api field in struct ObjectMeta for the json field "${field}"`;

  test.each<[object, string]>([
    [{ '$setElementOrder/finalizers': 'a' }, order],
    [{ '$setElementOrder/finalizers': null }, order],
    [{ $setElementOrder: [] }, order],
    [{ '$setElementOrderX/finalizers': [] }, order],
    [{ '$setElementOrder/labels': [] }, order],
    [{ '$setElementOrder/finalizers': [], finalizers: 'a' }, order],
    [{ '$setElementOrder/nothing': [] }, unknown('nothing')],
    [{ '$setElementOrder/__proto__': [] }, unknown('__proto__')],
    [{ '$setElementOrder/': [] }, unknown('')],
    [{ '$deleteFromPrimitiveList/finalizers': {} }, primitive],
    [{ $deleteFromPrimitiveList: ['a'] }, primitive],
    [{ '$deleteFromPrimitiveList/labels': ['a'] }, primitive],
    [{ '$deleteFromPrimitiveList/ownerReferences': ['a'] }, primitive],
    [{ '$deleteFromPrimitiveList/nothing': ['a'] }, unknown('nothing')],
    [
      { labels: { '$setElementOrder/a': [] } },
      'Unmergeable: unable to find api field in struct map for the json field "a"',
    ],
  ])('have their form, and their list: %j', (patch, text) => {
    expect(refusal(() => meta({ finalizers: ['a'], labels: {} }, patch))).toBe(text);
  });

  test('take values out of a list that does not merge', () => {
    const patch = { '$deleteFromPrimitiveList/externalIPs': ['192.0.2.1'] };
    expect(service({ externalIPs: ['192.0.2.1', '192.0.2.2'] }, patch)).toEqual({
      externalIPs: ['192.0.2.2'],
    });
  });

  test('do not hinder that the list goes', () => {
    expect(meta({ finalizers: ['a'] }, { finalizers: null, '$setElementOrder/finalizers': [] })).toEqual({});
  });
});
