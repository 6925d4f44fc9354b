import { describe, expect, test } from 'vitest';
import { Bench, dependencies, metadata, type Written } from '../../../test/support/unit/kinds.ts';
import { FeatureGates } from '../../api/gates/feature-gates.ts';
import { podGroup } from './pod-group/index.ts';
import { workload } from './workload/index.ts';

const of = (release: string) => ({ ...dependencies, gates: new FeatureGates(release, ['AllAlpha=true']) });

describe('a Workload', () => {
  const base = {
    metadata: metadata('w'),
    spec: { podGroupTemplates: [{ name: 'a', schedulingPolicy: { basic: {} } }] },
  };
  const bench = new Bench(workload(of('1.36')), base, '1.36');
  const template = (change: Written): Written => ({
    spec: { podGroupTemplates: [{ name: 'a', schedulingPolicy: { basic: {} }, ...change }] },
  });

  test.each<[string, Written, string[]]>([
    ['no templates', { spec: { podGroupTemplates: [] } }, [': Required value']],
    [
      'no policy',
      template({ schedulingPolicy: {} }),
      ['[0].schedulingPolicy: Invalid value: "": must specify one of: `basic`, `gang`'],
    ],
    [
      'a gang of none',
      template({ schedulingPolicy: { gang: {} } }),
      ['[0].schedulingPolicy.gang.minCount: Required value'],
    ],
    [
      'another mode',
      template({ disruptionMode: 'x' }),
      ['[0].disruptionMode: Unsupported value: "x": supported values: "Pod", "PodGroup"'],
    ],
    [
      'a claim of both kinds',
      template({ resourceClaims: [{ name: 'c', resourceClaimName: 'x', resourceClaimTemplateName: 'y' }] }),
      [
        '[0].resourceClaims[0]: Invalid value: "{resourceClaimName, resourceClaimTemplateName}": must specify exactly one of: `resourceClaimName`, `resourceClaimTemplateName`',
      ],
    ],
    [
      'two topologies',
      template({ schedulingConstraints: { topology: [{ key: 'a' }, { key: 'b' }] } }),
      ['[0].schedulingConstraints.topology: Too many: 2: must have at most 1 item'],
    ],
  ])('is validated: %s', (_, change, errors) => {
    expect(bench.create(change).errors).toEqual(errors.map((text) => `spec.podGroupTemplates${text}`));
  });

  test('never changes its templates', () => {
    expect(bench.update(template({ name: 'b' })).errors).toEqual([
      'spec.podGroupTemplates: Invalid value: null: field is immutable',
    ]);
  });

  test('has templates, which no change takes away', () => {
    expect(bench.update({ spec: { podGroupTemplates: [] } }).errors).toEqual([
      'spec.podGroupTemplates: Required value',
      'spec.podGroupTemplates: Invalid value: null: field is immutable',
    ]);
  });

  test('has groups instead in 1.35', () => {
    const first = new Bench(
      workload(of('1.35')),
      { metadata: metadata('w'), spec: { podGroups: [{ name: 'a' }] } },
      '1.35',
    );
    expect(first.create().errors).toEqual([
      'spec.podGroups[0].policy: Required value: exactly one of `basic`, `gang` is required',
    ]);
  });
});

describe('a PodGroup', () => {
  const base = {
    metadata: metadata('g'),
    spec: {
      schedulingPolicy: { gang: { minCount: 2 } },
      resourceClaims: [{ name: 'c', resourceClaimName: 'x' }],
    },
  };
  const bench = new Bench(podGroup(of('1.36')), base, '1.36');

  test('never changes', () => {
    expect(bench.update({ spec: { schedulingPolicy: { gang: { minCount: 3 } } } }).errors).toEqual([
      'spec.schedulingPolicy: Invalid value: null: field is immutable',
    ]);
  });

  test('has claims alone that it names', () => {
    expect(bench.updateStatus({ status: { resourceClaimStatuses: [{ name: 'd' }] } }).errors).toEqual([
      'status.resourceClaimStatuses[0].name: Invalid value: "d": must match the name of an entry in `spec.resourceClaims`',
    ]);
  });

  test('says each claim once, and no more than there may be', () => {
    const statuses = (...names: string[]) => ({
      status: { resourceClaimStatuses: names.map((name) => ({ name })) },
    });
    const path = 'status.resourceClaimStatuses';
    const unknown = (index: number, name: string) =>
      `${path}[${index}].name: Invalid value: "${name}": must match the name of an entry in \`spec.resourceClaims\``;
    expect(bench.updateStatus(statuses('c', 'c')).errors).toEqual([
      `${path}[1]: Duplicate value: {"name":"c"}`,
    ]);
    expect(bench.updateStatus(statuses('c', 'd', 'e', 'f', 'g')).errors).toEqual([
      ...['d', 'e', 'f', 'g'].map((name, index) => unknown(index + 1, name)),
      `${path}: Too many: 5: must have at most 4 items`,
    ]);
  });

  test('claims devices once under each name', () => {
    const resourceClaims = ['x', 'y'].map((resourceClaimName) => ({ name: 'c', resourceClaimName }));
    expect(bench.create({ spec: { resourceClaims } }).errors).toEqual([
      expect.stringMatching(/^spec\.resourceClaims\[1\]: Duplicate value: /),
    ]);
  });

  test('shows whether it was placed', () => {
    const condition = (type: string, status: string): Written => ({
      status: { conditions: [{ type, status, reason: 'R' }] },
    });
    const changes = [
      {},
      condition('PodGroupScheduled', 'True'),
      condition('PodGroupScheduled', 'False'),
      condition('DisruptionTarget', 'True'),
    ];
    expect(changes.map((change) => bench.row(change)['Status'])).toEqual([
      'Pending',
      'Scheduled',
      'Unschedulable',
      'R',
    ]);
  });
});
