import { describe, expect, it } from 'vitest';
import { dialects } from '../../api/meta/dialect.ts';
import type { CoreV1Namespace } from '../../api/schema/types.gen.ts';
import { conditionsOf, type Findings, withConditions } from './conditions.ts';
import { discoveryError } from './texts.ts';
import type { TypeOutcome } from './type-content.ts';

const [orch, kubernetes] = dialects as [(typeof dialects)[0], (typeof dialects)[0]];

function outcome(text: string, fields: Partial<TypeOutcome> = {}): TypeOutcome {
  const [resource, ...group] = text.split('.');
  const type = { group: group.join('.'), version: 'v1', resource: resource!, kind: 'K' };
  return {
    type: { ...type, namespaced: true, verbs: [], isPreferred: true },
    remaining: 0,
    finalizers: new Map(),
    seconds: 0,
    ...fields,
  };
}

const failing = (...names: string[]): Error | undefined =>
  discoveryError(new Map(names.map((name) => [name, new Error(`${name} is down`)])));

const linesOf = (findings: Findings, dialect = orch): string[] =>
  conditionsOf(findings, dialect).map(
    ({ type, status, reason, message }) => `${type} ${status} ${reason}: ${message}`,
  );

const allWell = [
  'NamespaceDeletionDiscoveryFailure False ResourcesDiscovered: All resources successfully discovered',
  'NamespaceDeletionGroupVersionParsingFailure False ParsedGroupVersions: All legacy orch types successfully parsed',
  'NamespaceDeletionContentFailure False ContentDeleted: All content successfully deleted, may be waiting on finalization',
  'NamespaceContentRemaining False ContentRemoved: All content successfully removed',
  'NamespaceFinalizersRemaining False ContentHasNoFinalizers: All content-preserving finalizers finished',
];

describe('the conditions', () => {
  it('are five, in this order, when all is well', () => {
    const findings = { discovery: undefined, outcomes: [outcome('pods'), outcome('leases.x.example')] };
    expect(linesOf(findings)).toEqual(allWell);
    expect(linesOf(findings, kubernetes)[1]).toContain(': All legacy kube types successfully parsed');
  });

  it.each<[string, Partial<Findings>, number, string]>([
    [
      'group versions that cannot be read, sorted',
      { discovery: failing('b.example/v1', 'a.example/v2') },
      0,
      'DiscoveryFailed: Discovery failed for some groups, 2 failing: unable to retrieve the complete list of server APIs: a.example/v2: a.example/v2 is down, b.example/v1: b.example/v1 is down',
    ],
    [
      'discovery that failed as a whole',
      { discovery: new Error('it is down') },
      0,
      'DiscoveryFailed: it is down',
    ],
    [
      'types that could not be deleted, sorted by their errors',
      { outcomes: [outcome('x', { error: new Error('b') }), outcome('y', { error: new Error('a') })] },
      2,
      'ContentDeletionFailed: Failed to delete all resource types, 2 remaining: a, b',
    ],
    [
      'objects that are left, of the core group too',
      { outcomes: [outcome('tabs.g.example', { remaining: 2 }), outcome('pods', { remaining: 1 })] },
      3,
      'SomeResourcesRemain: Some resources are remaining: pods. has 1 resource instances, tabs.g.example has 2 resource instances',
    ],
    [
      'finalizers, added up over all types',
      {
        outcomes: [
          outcome('pods', { finalizers: new Map([['z', 2]]) }),
          outcome('jobs', {
            finalizers: new Map([
              ['z', 1],
              ['a', 4],
            ]),
          }),
        ],
      },
      4,
      'SomeFinalizersRemain: Some content in the namespace has finalizers remaining: a in 4 resource instances, z in 3 resource instances',
    ],
  ])('name %s', (_, findings, at, expected) => {
    const lines = linesOf({ discovery: undefined, outcomes: [], ...findings });
    expect(lines[at]).toBe(`${allWell[at]!.split(' ')[0]} True ${expected}`);
    expect(lines.toSpliced(at, 1)).toEqual(allWell.toSpliced(at, 1));
  });
});

describe('the conditions of a namespace', () => {
  const noon = Date.parse('2026-01-02T12:00:00.789Z');
  const good = conditionsOf({ discovery: undefined, outcomes: [] }, orch);
  const bad = (message: string) =>
    conditionsOf({ discovery: undefined, outcomes: [outcome('x', { error: new Error(message) })] }, orch);
  const other = {
    type: 'Other',
    status: 'True',
    reason: 'R',
    message: 'm',
    lastTransitionTime: '2020-01-01T00:00:00Z',
  };
  const namespace = (conditions?: CoreV1Namespace['status']['conditions']): CoreV1Namespace => ({
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { creationTimestamp: null },
    spec: {},
    status: { phase: 'Terminating', ...(conditions === undefined ? {} : { conditions }) },
  });

  it('are added behind others, with the time in whole seconds', () => {
    const { status } = withConditions(namespace([other]), good, noon)!;
    expect(status.phase).toBe('Terminating');
    expect(status.conditions?.[0]).toEqual(other);
    expect(status.conditions?.slice(1)).toEqual(
      good.map((condition) => ({ ...condition, lastTransitionTime: '2026-01-02T12:00:00Z' })),
    );
  });

  it('are left alone when nothing has changed', () => {
    const written = withConditions(namespace(), good, noon)!;
    expect(withConditions(written, good, noon + 60_000)).toBeUndefined();
  });

  it('keep the time while the status stays, whatever the message', () => {
    const times = (object: CoreV1Namespace) => object.status.conditions?.map((c) => c.lastTransitionTime);
    const first = withConditions(namespace(), bad('one'), noon)!;
    const second = withConditions(first, bad('two'), noon + 60_000)!;
    expect(times(second)).toEqual(times(first));
    expect(second.status.conditions?.[2]?.message).toContain('two');
    const third = withConditions(second, good, noon + 120_000)!;
    expect(times(third)).toEqual(times(first)?.with(2, '2026-01-02T12:02:00Z'));
  });
});
