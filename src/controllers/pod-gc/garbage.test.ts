import { describe, expect, it } from 'vitest';
import type { CoreV1Pod } from '../../api/schema/types.gen.ts';
import {
  byMissingNode,
  deletedUnscheduled,
  hasEnded,
  oldestBeyond,
  type PodSummary,
  Quarantine,
  summaryOf,
} from './garbage.ts';

interface Given {
  created?: number;
  node?: string;
  isDeleted?: boolean;
}

const time = (minute: number): string => `2026-01-01T00:${String(minute).padStart(2, '0')}:00Z`;

const pod = (name: string, { created = 0, node, isDeleted }: Given): PodSummary =>
  summaryOf({
    metadata: {
      name,
      creationTimestamp: time(created),
      ...(isDeleted && { deletionTimestamp: time(30) }),
    },
    spec: { nodeName: node },
  } as unknown as CoreV1Pod);

const names = (pods: readonly PodSummary[]): string[] => pods.map(({ name }) => name);

describe('pods that have ended', () => {
  const pods = [
    pod('young', { created: 9 }),
    pod('old', { created: 1 }),
    pod('b', { created: 5 }),
    pod('a', { created: 5 }),
  ];

  it.each<[string, number, string[]]>([
    ['stay when they are as many as they may be', 4, []],
    ['stay when they are fewer', 12_500, []],
    ['go when they are more, the oldest first', 3, ['old']],
    ['go in order of their names when they are as old as each other', 2, ['old', 'a']],
    ['stay without a limit', 0, []],
    ['stay with a negative one', -1, []],
  ])('%s', (_, threshold, expected) => {
    expect(names(oldestBeyond(pods, threshold))).toEqual(expected);
  });
});

it.each(['Pending', 'Running', 'Unknown'])('a pod that is %s has not ended', (phase) => {
  expect(hasEnded({ phase })).toBe(false);
});

it.each(['Succeeded', 'Failed', '', 'Evicted'])('a pod that is %j has ended', (phase) => {
  expect(hasEnded({ phase })).toBe(true);
});

it.each<[string, Given, boolean]>([
  ['that is being deleted goes when it is on no node', { isDeleted: true }, true],
  ['that is being deleted on a node stays', { isDeleted: true, node: 'n' }, false],
  ['that is on no node yet stays', {}, false],
])('a pod %s', (_, given, goes) => {
  expect(deletedUnscheduled([pod('p', given)])).toHaveLength(goes ? 1 : 0);
});

it('pods of nodes that are not known are found by node', () => {
  const pods = [
    ...[pod('a', { node: 'gone' }), pod('b', { node: 'here' })],
    ...[pod('c', {}), pod('d', { node: 'gone' })],
  ];
  const found = byMissingNode(pods, (node) => node === 'here');
  expect([...found].map(([node, on]) => [node, names(on)])).toEqual([['gone', ['a', 'd']]]);
});

describe('a node that is missing', () => {
  it('is due after a while', () => {
    const quarantine = new Quarantine(40);
    expect(quarantine.due(['a'], 0)).toEqual([]);
    expect(quarantine.due(['a', 'b'], 39)).toEqual([]);
    expect(quarantine.due(['a', 'b'], 40)).toEqual(['a']);
    expect(quarantine.due(['a', 'b'], 79)).toEqual(['a', 'b']);
  });

  it('begins anew when it was there in between, or was looked at', () => {
    const quarantine = new Quarantine(40);
    quarantine.due(['a', 'b'], 0);
    quarantine.due(['b'], 20);
    quarantine.forget('b');
    expect(quarantine.due(['a', 'b'], 40)).toEqual([]);
    expect(quarantine.due(['a', 'b'], 80)).toEqual(['a', 'b']);
  });
});
