import { describe, expect, test } from 'vitest';
import { Bench, dependencies, metadata, type Written } from '../../../../test/support/unit/kinds.ts';
import { resourceQuota } from './index.ts';

const bench = new Bench(resourceQuota(dependencies), { metadata: metadata('team') });
const hard = (list: Written) => ({ spec: { hard: list } });
const selector = (...matchExpressions: Written[]) => ({ spec: { scopeSelector: { matchExpressions } } });
const expressions = 'spec.scopeSelector.matchExpressions';
const mustExist = `${expressions}.operator: Invalid value: "In": must be 'Exist' when scope is any of`;

describe('a ResourceQuota', () => {
  test.each<[string, Written, string[]]>([
    ['may bound nothing', {}, []],
    [
      'may bound objects of any kind',
      hard({
        pods: '10',
        'count/deployments.apps': '1',
        'gold.storageclass.storage.orch.io/requests.storage': '1Gi',
      }),
      [],
    ],
    [
      'knows its resources',
      hard({ storage: '1' }),
      ['spec.hard[storage]: Invalid value: "storage": must be a standard resource for quota'],
    ],
    [
      'knows what is no resource',
      hard({ wheels: '1' }),
      [
        'spec.hard[wheels]: Invalid value: "wheels": must be a standard resource type or fully qualified',
        'spec.hard[wheels]: Invalid value: "wheels": must be a standard resource for quota',
      ],
    ],
    [
      'has no negative bounds',
      hard({ cpu: '-1' }),
      ['spec.hard[cpu]: Invalid value: "-1": must be greater than or equal to 0'],
    ],
    [
      'has no more than its status can repeat',
      hard(Object.fromEntries(Array.from({ length: 900 }, (_, n) => [`count/a${n}.b`, '9'.repeat(999)]))),
      ['spec.hard: Too long: must have at most 65536 bytes'],
    ],
    [
      'counts whole objects',
      hard({ pods: '500m', 'example.com/gpu': '1500m' }),
      [
        'spec.hard[example.com/gpu]: Invalid value: resource.Quantity{i:resource.int64Amount{value:1500, scale:-3}, d:resource.infDecAmount{Dec:(*inf.Dec)(nil)}, s:"1500m", Format:"DecimalSI"}: must be an integer',
        'spec.hard[pods]: Invalid value: resource.Quantity{i:resource.int64Amount{value:500, scale:-3}, d:resource.infDecAmount{Dec:(*inf.Dec)(nil)}, s:"500m", Format:"DecimalSI"}: must be an integer',
      ],
    ],
    [
      'knows its scopes',
      { spec: { scopes: ['Some'] } },
      ['spec.scopes: Invalid value: []core.ResourceQuotaScope{"Some"}: unsupported scope'],
    ],
    [
      'of best effort counts only pods',
      { spec: { scopes: ['BestEffort'], hard: { pods: '1', cpu: '1' } } },
      [
        'spec.scopes: Invalid value: []core.ResourceQuotaScope{"BestEffort"}: unsupported scope applied to resource',
      ],
    ],
    [
      'with a scope counts pods and compute',
      { spec: { scopes: ['Terminating'], hard: { 'requests.cpu': '1', secrets: '1' } } },
      [
        'spec.scopes: Invalid value: []core.ResourceQuotaScope{"Terminating"}: unsupported scope applied to resource',
      ],
    ],
    [
      'has no scopes that exclude each other',
      { spec: { scopes: ['BestEffort', 'NotBestEffort'] } },
      [
        'spec.scopes: Invalid value: []core.ResourceQuotaScope{"BestEffort", "NotBestEffort"}: conflicting scopes',
      ],
    ],
    ['may select a class', selector({ scopeName: 'PriorityClass', operator: 'In', values: ['high'] }), []],
    [
      'selects with values',
      selector({ scopeName: 'PriorityClass', operator: 'In' }),
      [
        `${expressions}.values: Required value: must be at least one value when \`operator\` is 'In' or 'NotIn' for scope selector`,
      ],
    ],
    [
      'selects without values',
      selector({ scopeName: 'PriorityClass', operator: 'Exists', values: ['high'] }),
      [
        `${expressions}.values: Invalid value: []string{"high"}: must be no value when \`operator\` is 'Exist' or 'DoesNotExist' for scope selector`,
      ],
    ],
    [
      'selects with a known operator',
      selector({ scopeName: 'PriorityClass', operator: 'Is' }),
      [`${expressions}.operator: Invalid value: "Is": not a valid selector operator`],
    ],
    [
      'selects scopes by their being',
      selector({ scopeName: 'BestEffort', operator: 'In', values: ['x'] }),
      [expect.stringContaining(mustExist)],
    ],
    [
      'selects known scopes',
      selector({ scopeName: 'Some', operator: 'Exists' }),
      [`${expressions}.scopeName: Invalid value: "Some": unsupported scope`],
    ],
    [
      'selects no scopes that exclude each other',
      selector(
        { scopeName: 'Terminating', operator: 'Exists' },
        { scopeName: 'NotTerminating', operator: 'Exists' },
      ),
      [`${expressions}: Invalid value: []core.ResourceQuotaScope(nil): conflicting scopes`],
    ],
  ])('%s', (_, change, errors) => {
    expect(bench.create(change).errors).toEqual(errors);
  });

  test('keeps its scopes, whatever their order', () => {
    const scopes = (...list: string[]) => ({ spec: { scopes: list } });
    expect(
      bench.update(scopes('PriorityClass', 'Terminating'), scopes('Terminating', 'PriorityClass')).errors,
    ).toEqual([]);
    expect(bench.update(scopes('PriorityClass'), scopes('Terminating')).errors).toEqual([
      'spec.scopes: Invalid value: []core.ResourceQuotaScope{"PriorityClass"}: field is immutable',
    ]);
  });

  test('that is too large stays as it is', () => {
    const large = hard(Object.fromEntries(Array.from({ length: 7_000 }, (_, n) => [`count/a${n}.b`, '1'])));
    expect(bench.update(large, large).errors).toEqual([]);
    expect(bench.update(large, hard({ pods: '1' })).errors).toEqual([
      'spec.hard: Too long: must have at most 65536 bytes',
    ]);
  });

  test('has a status of its own', () => {
    const status = { hard: { pods: '3' } };
    expect(bench.create({ status }).object.status).toEqual({});
    expect(bench.update({ status: { hard: { pods: '4' } } }, { status }).object.status).toEqual(status);
    expect(bench.updateStatus({ status: { hard: { pods: '500m' }, used: { cpu: '-1' } } }).errors).toEqual([
      'status.hard[pods]: Invalid value: resource.Quantity{i:resource.int64Amount{value:500, scale:-3}, d:resource.infDecAmount{Dec:(*inf.Dec)(nil)}, s:"500m", Format:"DecimalSI"}: must be an integer',
      'status.used[cpu]: Invalid value: "-1": must be greater than or equal to 0',
    ]);
  });

  test('shows what is used of what', () => {
    const status = {
      hard: { pods: '3', 'limits.cpu': '2', cpu: '1500m' },
      used: { pods: '1', 'limits.cpu': '500m' },
    };
    expect(bench.row({ status })).toEqual({
      Name: 'team',
      Age: '5m10s',
      Request: 'cpu: 0/1500m, pods: 1/3',
      Limit: 'limits.cpu: 500m/2',
    });
  });
});
