import { describe, expect, test } from 'vitest';
import { Bench, dependencies, metadata, type Written } from '../../../../test/support/unit/kinds.ts';
import { FeatureGates } from '../../../api/gates/feature-gates.ts';
import { limitRange } from './index.ts';

const bench = new Bench(limitRange(dependencies), { metadata: metadata('bounds'), spec: { limits: [] } });
const limits = (...items: Written[]) => ({ spec: { limits: items } });
const container = (item: Written) => limits({ type: 'Container', ...item });

describe('defaults', () => {
  test.each<[string, Written, Written]>([
    [
      'limit to the maximum, request to the limit',
      { max: { cpu: '2' } },
      { default: { cpu: '2' }, defaultRequest: { cpu: '2' } },
    ],
    ['request the minimum when there is no limit', { min: { cpu: '1' } }, { defaultRequest: { cpu: '1' } }],
    [
      'leave what is said',
      { max: { cpu: '2' }, default: { cpu: '1' } },
      { default: { cpu: '1' }, defaultRequest: { cpu: '1' } },
    ],
    [
      'round up to thousandths',
      { default: { cpu: '100u' } },
      { default: { cpu: '1m' }, defaultRequest: { cpu: '1m' } },
    ],
  ])('%s', (_, item, expected) => {
    const [limit] = bench.decode(container(item)).spec.limits ?? [];
    expect(JSON.parse(JSON.stringify(limit))).toEqual({
      type: 'Container',
      ...item,
      ...expected,
    });
  });

  test('are for containers only', () => {
    expect(bench.decode(limits({ type: 'Pod', max: { cpu: '2' } })).spec.limits).toEqual([
      { type: 'Pod', max: { cpu: '2' } },
    ]);
  });
});

test('a LimitRange without a name gets one', () => {
  expect(bench.create({ metadata: { name: '', generateName: 'x-' } }).object.metadata.name).toMatch(
    /^[0-9a-f-]{36}$/,
  );
});

const at = (field: string) => `spec.limits[0].${field}: Invalid value:`;
const quantity = (value: string, text: string, format = 'DecimalSI') =>
  `resource.Quantity{i:resource.int64Amount{value:${value}}, d:resource.infDecAmount{Dec:(*inf.Dec)(nil)}, s:"${text}", Format:"${format}"}`;

describe('a LimitRange', () => {
  test.each<[string, Written, string[]]>([
    ['may bound nothing', {}, []],
    [
      'may bound containers',
      container({
        max: { cpu: '2', memory: '1Gi' },
        min: { cpu: '100m' },
        maxLimitRequestRatio: { cpu: '20' },
      }),
      [],
    ],
    [
      'knows its types',
      limits({ type: 'Thing' }),
      [`${at('type')} "Thing": must be a standard limit type or fully qualified`],
    ],
    ['may have types of others', limits({ type: 'example.com/Thing', max: { storage: '1' } }), []],
    [
      'has each type once',
      limits({ type: 'Pod' }, { type: 'Pod' }),
      ['spec.limits[1].type: Duplicate value: "Pod"'],
    ],
    [
      'has no defaults for pods',
      limits({ type: 'Pod', default: { cpu: '1' }, defaultRequest: { cpu: '1' } }),
      [
        "spec.limits[0].default: Forbidden: may not be specified when `type` is 'Pod'",
        "spec.limits[0].defaultRequest: Forbidden: may not be specified when `type` is 'Pod'",
      ],
    ],
    [
      'bounds the size of claims',
      limits({ type: 'PersistentVolumeClaim', max: { cpu: '1' } }),
      [
        'spec.limits[0].limits: Required value: either minimum or maximum storage value is required, but neither was provided',
      ],
    ],
    [
      'knows the resources of pods',
      limits({ type: 'Pod', max: { storage: '1' } }),
      [`${at('max[storage]')} "storage": must be a standard resource for containers`],
    ],
    [
      'knows extended resources',
      limits({ type: 'Pod', max: { 'requests.example.com/gpu': '1' } }),
      [
        `${at('max[requests.example.com/gpu]')} "requests.example.com/gpu": doesn't follow extended resource name standard`,
      ],
    ],
    [
      'has min below max',
      limits({ type: 'Pod', min: { cpu: '2' }, max: { cpu: '1' } }),
      [`${at('min[cpu]')} ${quantity('2, scale:0', '2')}: min value 2 is greater than max value 1`],
    ],
    [
      'has a request of at least min',
      container({ min: { cpu: '2' }, defaultRequest: { cpu: '1' } }),
      [
        `${at('defaultRequest[cpu]')} ${quantity('1, scale:0', '1')}: min value 2 is greater than default request value 1`,
      ],
    ],
    [
      'has a request of at most max',
      container({ max: { cpu: '1' }, default: { cpu: '1' }, defaultRequest: { cpu: '2' } }),
      [
        `${at('defaultRequest[cpu]')} ${quantity('2, scale:0', '2')}: default request value 2 is greater than max value 1`,
        `${at('defaultRequest[cpu]')} ${quantity('2, scale:0', '2')}: default request value 2 is greater than default limit value 1`,
      ],
    ],
    [
      'has a limit of at most max',
      container({ max: { cpu: '1' }, default: { cpu: '2' }, defaultRequest: { cpu: '1' } }),
      [`${at('default[cpu]')} ${quantity('1, scale:0', '1')}: default value 2 is greater than max value 1`],
    ],
    [
      'has a limit of at least min',
      container({ min: { cpu: '2' }, default: { cpu: '1' }, defaultRequest: { cpu: '1' } }),
      [
        `${at('defaultRequest[cpu]')} ${quantity('1, scale:0', '1')}: min value 2 is greater than default request value 1`,
        `${at('default[cpu]')} ${quantity('2, scale:0', '2')}: min value 2 is greater than default value 1`,
      ],
    ],
    [
      'has ratios of at least one',
      container({ maxLimitRequestRatio: { cpu: '500m' } }),
      [`${at('maxLimitRequestRatio[cpu]')} ${quantity('500, scale:-3', '500m')}: ratio 500m is less than 1`],
    ],
    [
      'has ratios that the bounds have room for',
      limits({ type: 'Pod', min: { cpu: '1' }, max: { cpu: '2' }, maxLimitRequestRatio: { cpu: '3' } }),
      [
        `${at('maxLimitRequestRatio[cpu]')} ${quantity('3, scale:0', '3')}: ratio 3 is greater than max/min = 2.000000`,
      ],
    ],
    [
      'limits huge pages as they are asked for',
      container({ default: { 'hugepages-2Mi': '4Mi' }, defaultRequest: { 'hugepages-2Mi': '2Mi' } }),
      [
        `${at('defaultRequest[hugepages-2Mi]')} ${quantity('2097152, scale:0', '2Mi', 'BinarySI')}: default value 4Mi must equal to defaultRequest value 2Mi in hugepages-2Mi`,
      ],
    ],
  ])('%s', (_, change, errors) => {
    expect(bench.create(change).errors).toEqual(errors);
    expect(bench.update(change).errors).toEqual(errors);
  });
});

describe('amounts beyond 64 bits', () => {
  const huge = '1e30';
  test.each<[string, string, string, string[]]>([
    ['1.36', huge, '10', ['ratio 10 is greater than max/min = 0.000000']],
    ['1.36', '2', huge, []],
    ['1.23', huge, '10', []],
    ['1.23', '2', huge, ['ratio 1e30 is greater than max/min = 400.000000']],
  ])('in ratios of %s: at most %s, ratio %s', (release, cpu, ratio, problems) => {
    const rules = limitRange({ ...dependencies, gates: new FeatureGates(release) });
    const item = { type: 'Pod', min: { cpu: '5m' }, max: { cpu }, maxLimitRequestRatio: { cpu: ratio } };
    const found = rules.validateCreate!(bench.decode(limits(item))).map(({ body }) => body);
    expect(found).toEqual(problems.map((problem) => expect.stringContaining(problem)));
  });
});

test.each([
  ['1.32', []],
  ['1.33', null],
])('%s: no limits are %j', (release, kept) => {
  const range = bench.decode(limits());
  limitRange({ ...dependencies, gates: new FeatureGates(release) }).prepareForUpdate!(range, range);
  expect(range.spec.limits).toEqual(kept);
});
