import { describe, expect, test } from 'vitest';
import { testedRelease } from '../../../../test/support/release.ts';
import { Bench, created, dependencies, type Written } from '../../../../test/support/unit/kinds.ts';
import { node } from './index.ts';

const bench = new Bench(
  node(dependencies),
  { metadata: { name: 'node-1', creationTimestamp: created } },
  testedRelease,
  dependencies.gates,
);

describe('defaults', () => {
  test('give away what there is', () => {
    expect(bench.decode({ status: { capacity: { cpu: '1500u', pods: '10' } } }).status.allocatable).toEqual({
      cpu: '2m',
      pods: '10',
    });
    expect(
      bench.decode({ status: { capacity: { cpu: '2' }, allocatable: { cpu: '1' } } }).status.allocatable,
    ).toEqual({ cpu: '1' });
  });

  test.each<[string, Written, Written]>([
    ['the older name', { podCIDR: 'a' }, { podCIDR: 'a', podCIDRs: ['a'] }],
    ['the newer name', { podCIDRs: ['a', 'b'] }, { podCIDR: 'a', podCIDRs: ['a', 'b'] }],
    ['both', { podCIDR: 'a', podCIDRs: ['a', 'b'] }, { podCIDR: 'a', podCIDRs: ['a', 'b'] }],
    ['both, differently', { podCIDR: 'a', podCIDRs: ['b', 'c'] }, { podCIDR: 'a', podCIDRs: ['a'] }],
  ])('align address ranges: %s', (_, spec, expected) => {
    expect(bench.decode({ spec }).spec).toEqual(expected);
  });
});

const taints = (...list: Written[]) => ({ spec: { taints: list } });
const taint = { key: 'a', effect: 'NoSchedule' };
const effects = 'supported values: "NoSchedule", "PreferNoSchedule", "NoExecute"';
const annotation = (name: string, value: unknown) => ({
  metadata: {
    annotations: {
      [`scheduler.alpha.orch.io/${name}`]: typeof value === 'string' ? value : JSON.stringify(value),
    },
  },
});
const avoid = 'metadata.annotations.scheduler.alpha.orch.io/preferAvoidPods[0].PodSignature';
const ranges = (...podCIDRs: string[]) => ({ spec: { podCIDRs } });

describe('a node', () => {
  test.each<[string, Written, string[]]>([
    ['may say nothing', {}, []],
    [
      'may be tainted',
      taints(taint, { ...taint, effect: 'NoExecute' }, { ...taint, key: 'example.com/b', value: 'c' }),
      [],
    ],
    [
      'has taints with keys',
      taints({ ...taint, key: 'a b' }),
      [expect.stringContaining('metadata.taints[0].key: Invalid value: "a b"')],
    ],
    [
      'has taints with values of labels',
      taints({ ...taint, value: 'a b' }),
      [expect.stringContaining('metadata.taints[0].value: Invalid value: "a b"')],
    ],
    ['has taints with an effect', taints({ key: 'a' }), ['metadata.taints[0].effect: Required value']],
    [
      'has taints with a known effect',
      taints({ key: 'a', effect: 'Some' }),
      [`metadata.taints[0].effect: Unsupported value: "Some": ${effects}`],
    ],
    [
      'has each taint once',
      taints(taint, { ...taint, value: 'x' }),
      [
        'metadata.taints[1]: Duplicate value: core.Taint{Key:"a", Value:"x", Effect:"NoSchedule", TimeAdded:<nil>}: taints must be unique by key and effect pair',
      ],
    ],
    [
      'has taints in an annotation',
      annotation('taints', [{ key: 'a' }]),
      ['metadata.annotations.scheduler.alpha.orch.io/taints[0].effect: Required value'],
    ],
    [
      'has taints in JSON',
      annotation('taints', '{'),
      [
        'metadata.annotations: Invalid value: "scheduler.alpha.orch.io/taints": must be a JSON list of taints',
      ],
    ],
    [
      'avoids pods in JSON',
      annotation('preferAvoidPods', '{'),
      [
        'metadata.annotations.AvoidPods: Invalid value: "scheduler.alpha.orch.io/preferAvoidPods": must be a JSON object',
      ],
    ],
    [
      'avoids pods of somebody',
      annotation('preferAvoidPods', { preferAvoidPods: [{}] }),
      [`${avoid}: Required value`],
    ],
    [
      'avoids pods of a controller',
      annotation('preferAvoidPods', {
        preferAvoidPods: [{ podSignature: { podController: { controller: false } } }],
      }),
      [`${avoid}.PodController.Controller: Invalid value: false: must point to a controller`],
    ],
    [
      'avoids pods',
      annotation('preferAvoidPods', {
        preferAvoidPods: [{ podSignature: { podController: { controller: true } } }],
      }),
      [],
    ],
    [
      'has no less than nothing',
      { status: { capacity: { cpu: '-1' }, allocatable: { cpu: '1' } } },
      ['status.capacity.cpu: Invalid value: "-1": must be greater than or equal to 0'],
    ],
    [
      'has whole devices',
      { status: { capacity: { 'example.com/gpu': '500m' }, allocatable: { cpu: '1' } } },
      [
        'status.capacity.example.com/gpu: Invalid value: resource.Quantity{i:resource.int64Amount{value:500, scale:-3}, d:resource.infDecAmount{Dec:(*inf.Dec)(nil)}, s:"500m", Format:"DecimalSI"}: must be an integer',
      ],
    ],
    ['has a range of each family', ranges('10.0.0.0/24', 'fd00::/64'), []],
    [
      'has ranges',
      ranges('10.0.0.0'),
      ['spec.podCIDRs[0]: Invalid value: []string{"10.0.0.0"}: must be valid CIDR'],
    ],
    [
      'has one range of a family',
      ranges('10.0.0.0/24', '10.0.1.0/24'),
      [
        'spec.podCIDRs: Invalid value: []string{"10.0.0.0/24", "10.0.1.0/24"}: may specify no more than one CIDR for each IP family',
      ],
    ],
    [
      'has two ranges that are some',
      ranges('10.0.0.0/24', 'x'),
      [
        'spec.podCIDRs[1]: Invalid value: []string{"10.0.0.0/24", "x"}: must be valid CIDR',
        'spec.podCIDRs: Internal error: invalid PodCIDRs. failed to check with dual stack with error:failed to parse cidr value:"x" with error:invalid CIDR address: x',
        'spec.podCIDRs: Invalid value: []string{"10.0.0.0/24", "x"}: may specify no more than one CIDR for each IP family',
      ],
    ],
    [
      'has each range once',
      ranges('10.0.0.0/24', '10.0.0.0/24'),
      [expect.stringContaining('may specify no more'), 'spec.podCIDRs[1]: Duplicate value: "10.0.0.0/24"'],
    ],
  ])('%s', (_, change, errors) => {
    expect(bench.create(change).errors).toEqual(errors);
  });

  test.each<[string, Written, Written, string[]]>([
    ['may be cordoned', { spec: { unschedulable: true, taints: [taint] } }, {}, []],
    ['gets its ranges once', ranges('10.0.0.0/24'), {}, []],
    [
      'keeps its ranges',
      ranges('10.0.1.0/24'),
      ranges('10.0.0.0/24'),
      ['spec.podCIDRs: Forbidden: node updates may not change podCIDR except from "" to valid'],
    ],
    [
      'keeps both of its ranges',
      ranges('10.0.1.0/24', 'fd01::/64'),
      ranges('10.0.0.0/24', 'fd00::/64'),
      [1, 2].map(
        () => 'spec.podCIDRs: Forbidden: node updates may not change podCIDR except from "" to valid',
      ),
    ],
    [
      'is told of bad taints twice',
      taints({ key: 'a', effect: 'Some' }),
      {},
      [1, 2].map(() => `metadata.taints[0].effect: Unsupported value: "Some": ${effects}`),
    ],
    [
      'is told of bad annotations twice',
      annotation('taints', '{'),
      {},
      [1, 2].map(
        () =>
          'metadata.annotations: Invalid value: "scheduler.alpha.orch.io/taints": must be a JSON list of taints',
      ),
    ],
    ['gets its ID once', { spec: { providerID: 'a' } }, {}, []],
    [
      'keeps its ID',
      {},
      { spec: { providerID: 'a' } },
      ['spec.providerID: Forbidden: node updates may not change providerID except from "" to valid'],
    ],
    [
      'keeps its old ID',
      { spec: { externalID: 'a' } },
      {},
      ['spec.externalID: Forbidden: may not be updated'],
    ],
  ])('updated, %s', (_, change, old, errors) => {
    expect(bench.update(change, old).errors).toEqual(errors);
  });

  test('says its status when it is created, and then by itself', () => {
    const status = { phase: 'Running' };
    expect(bench.create({ status }).object.status.phase).toBe('Running');
    expect(bench.update({ status }).object.status).not.toHaveProperty('phase');
    const { object } = bench.updateStatus({ status, spec: { unschedulable: true } });
    expect(object).toMatchObject({ spec: {}, status });
    expect(object.spec).not.toHaveProperty('unschedulable');
  });

  test('has each address once', () => {
    const address = { type: 'InternalIP', address: '10.0.0.1' };
    expect(bench.updateStatus({ status: { addresses: [address, address] } }).errors).toEqual([
      'status.addresses[1]: Duplicate value: core.NodeAddress{Type:"InternalIP", Address:"10.0.0.1"}',
    ]);
  });

  test('is told of bad amounts in its status once', () => {
    const status = { capacity: { cpu: '-1' }, allocatable: { cpu: '1' } };
    expect(bench.updateStatus({ status }).errors).toEqual([
      'status.capacity.cpu: Invalid value: "-1": must be greater than or equal to 0',
    ]);
  });

  test('is not configured through the API', () => {
    const configMap = { namespace: 'a', name: 'b', kubeletConfigKey: 'c' };
    const { object } = bench.create({
      spec: { configSource: { configMap } },
      status: { config: { error: 'x' } },
    });
    expect(object.spec).not.toHaveProperty('configSource');
    expect(object.status).not.toHaveProperty('config');
  });

  test('is found by whether pods may go there', () => {
    const { of } = bench.rules.selectableFields!;
    expect(of(bench.decode())).toEqual({ 'spec.unschedulable': 'false' });
    expect(of(bench.decode({ spec: { unschedulable: true } }))).toEqual({ 'spec.unschedulable': 'true' });
  });
});

describe('a row', () => {
  const ready = (status: string) => ({ status: { conditions: [{ type: 'Ready', status }] } });

  test('of a node of which nothing is known', () => {
    expect(bench.row()).toEqual({
      Name: 'node-1',
      Status: 'Unknown',
      Roles: '<none>',
      Age: '5m10s',
      Version: '',
      'Internal-IP': '<none>',
      'External-IP': '<none>',
      'OS-Image': '<unknown>',
      'Kernel-Version': '<unknown>',
      'Container-Runtime': '<unknown>',
    });
  });

  test.each<[string, Written, Written]>([
    ['ready', ready('True'), { Status: 'Ready' }],
    ['not ready', ready('Unknown'), { Status: 'NotReady' }],
    ['cordoned', { ...ready('True'), spec: { unschedulable: true } }, { Status: 'Ready,SchedulingDisabled' }],
    [
      'roles',
      {
        metadata: {
          labels: { 'orch.io/role': 'worker', 'node-role.orch.io/master': '', 'node-role.orch.io/': 'x' },
        },
      },
      { Roles: 'master,worker' },
    ],
    [
      'addresses',
      {
        status: {
          addresses: [
            { type: 'Hostname', address: 'h' },
            { type: 'InternalIP', address: '10.0.0.1' },
          ],
        },
      },
      { 'Internal-IP': '10.0.0.1' },
    ],
  ])('%s', (_, change, cells) => {
    expect(bench.row(change)).toMatchObject(cells);
  });
});
