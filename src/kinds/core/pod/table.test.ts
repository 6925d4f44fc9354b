import { expect, test } from 'vitest';
import { container, podSpec, servedApi } from '../../../../test/support/unit/pod-specs.ts';
import type {
  CoreV1ContainerState,
  CoreV1ContainerStatus,
  CoreV1Pod,
} from '../../../api/schema/types.gen.ts';
import { podTable } from './table.ts';

const table = podTable(servedApi.gates);

const now = Date.parse('2022-01-01T01:00:00Z');
const creationTimestamp = '2022-01-01T00:00:00Z';

const of = (
  state: CoreV1ContainerState,
  fields: Partial<CoreV1ContainerStatus> = {},
): CoreV1ContainerStatus => ({
  name: 'a',
  state,
  lastState: {},
  ready: false,
  restartCount: 0,
  image: '',
  imageID: '',
  ...fields,
});
const runs = of({ running: { startedAt: null } }, { ready: true });
const waits = (reason?: string) => of({ waiting: { reason } });
const ended = (exitCode: number, fields: { reason?: string; signal?: number } = {}) =>
  of({ terminated: { exitCode, startedAt: null, finishedAt: null, ...fields } });
const restarted = (
  status: CoreV1ContainerStatus,
  restartCount: number,
  finishedAt: string,
): CoreV1ContainerStatus => ({
  ...status,
  restartCount,
  lastState: { terminated: { exitCode: 1, startedAt: null, finishedAt } },
});
const ready = { type: 'Ready', status: 'True', lastProbeTime: null, lastTransitionTime: null };

const pod = (status: CoreV1Pod['status'], fields: Partial<CoreV1Pod> = {}): CoreV1Pod => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'p', creationTimestamp },
  spec: podSpec({ containers: [container(), container()], initContainers: [container(), container()] }),
  status,
  ...fields,
});

const done = ended(0);
const phase = 'Pending';

test.each<[CoreV1Pod['status'], string, string, string]>([
  [{ phase }, '0/2', 'Pending', '0'],
  [{ phase, reason: 'Evicted' }, '0/2', 'Evicted', '0'],
  [{ phase, initContainerStatuses: [waits('PodInitializing')] }, '0/2', 'Init:0/2', '0'],
  [{ phase, initContainerStatuses: [done, runs] }, '0/2', 'Init:1/2', '0'],
  [{ phase, initContainerStatuses: [waits('CrashLoopBackOff')] }, '0/2', 'Init:CrashLoopBackOff', '0'],
  [{ phase, initContainerStatuses: [ended(1, { reason: 'Error' })] }, '0/2', 'Init:Error', '0'],
  [{ phase, initContainerStatuses: [ended(1, { signal: 9 })] }, '0/2', 'Init:Signal:9', '0'],
  [{ phase, initContainerStatuses: [ended(3)] }, '0/2', 'Init:ExitCode:3', '0'],
  [
    {
      phase,
      initContainerStatuses: [
        { ...done, restartCount: 2 },
        { ...runs, restartCount: 1 },
        { ...runs, restartCount: 9 },
      ],
    },
    '0/2',
    'Init:1/2',
    '3',
  ],
  [
    {
      phase: 'Running',
      initContainerStatuses: [{ ...done, restartCount: 7 }],
      containerStatuses: [runs, runs],
    },
    '2/2',
    'Running',
    '0',
  ],
  [
    { phase: 'Running', containerStatuses: [waits('ErrImagePull'), waits('Other')] },
    '0/2',
    'ErrImagePull',
    '0',
  ],
  [{ phase: 'Running', containerStatuses: [runs, ended(1, { reason: 'Error' })] }, '1/2', 'Error', '0'],
  [{ phase: 'Running', containerStatuses: [ended(1, { signal: 9 })] }, '0/2', 'Signal:9', '0'],
  [{ phase: 'Running', containerStatuses: [ended(2)] }, '0/2', 'ExitCode:2', '0'],
  [
    { phase: 'Running', containerStatuses: [ended(0, { reason: 'Completed' }), runs] },
    '1/2',
    'NotReady',
    '0',
  ],
  [
    { phase: 'Running', conditions: [ready], containerStatuses: [ended(0, { reason: 'Completed' }), runs] },
    '1/2',
    'Running',
    '0',
  ],
  [
    {
      phase: 'Running',
      containerStatuses: [
        restarted(runs, 1, '2022-01-01T00:50:00Z'),
        restarted(runs, 2, '2022-01-01T00:55:00Z'),
      ],
    },
    '2/2',
    'Running',
    '3 (5m ago)',
  ],
  [
    { phase: 'Running', containerStatuses: [restarted(runs, 1, '0001-01-01T00:00:00Z')] },
    '1/2',
    'Running',
    '1',
  ],
])('%j', (status, readyText, statusText, restarts) => {
  expect(table.cells(pod(status), now).slice(0, 5)).toEqual(['p', readyText, statusText, restarts, '60m']);
});

test.each([
  [undefined, 'Terminating'],
  ['NodeLost', 'Unknown'],
])('a pod that is going away, reason %s', (reason, expected) => {
  const metadata = { name: 'p', creationTimestamp, deletionTimestamp: creationTimestamp };
  expect(table.cells(pod({ phase: 'Running', reason }, { metadata }), now)[2]).toBe(expected);
});

test('a row of a pod has its wide columns: IP, node, nominated node, readiness gates', () => {
  expect(table.cells(pod({}), now).slice(5)).toEqual(['<none>', '<none>', '<none>', '<none>']);
  const gates = [{ conditionType: 'Ready' }, { conditionType: 'x' }];
  const spec = podSpec({ nodeName: 'n', readinessGates: gates });
  const status = { podIPs: [{ ip: '1.1.1.1' }], nominatedNodeName: 'm', conditions: [ready] };
  expect(table.cells(pod(status, { spec }), now).slice(5)).toEqual(['1.1.1.1', 'n', 'm', '1/2']);
});

test('there is a cell for every column', () => {
  expect(table.cells(pod({}), now)).toHaveLength(table.columns.length);
});

test.each([
  ['Succeeded', 'The pod has completed successfully.'],
  ['Failed', 'The pod failed.'],
])('a pod that %s is completed', (phase, message) => {
  expect(table.conditions?.(pod({ phase }))).toEqual([
    { type: 'Completed', status: 'True', reason: phase, message },
  ]);
  expect(table.conditions?.(pod({ phase: 'Running' }))).toEqual([]);
});
