import { describe, expect, it } from 'vitest';
import { rolloutStatus, type Workload } from './rollout-status.ts';

const rolling = { type: 'RollingUpdate' };

const workload = (kind: string, spec: Workload['spec'], status: Workload['status']): Workload => ({
  kind,
  metadata: { name: 'w', generation: 2 },
  ...(spec === undefined ? {} : { spec }),
  status: { observedGeneration: 2, ...status },
});

describe('the status of a rollout', () => {
  it.each<[string, Workload['spec'], Workload['status'], string, boolean]>([
    [
      'Deployment',
      { replicas: 3 },
      { observedGeneration: 1 },
      'Waiting for deployment spec update to be observed...',
      false,
    ],
    [
      'Deployment',
      { replicas: 3 },
      { updatedReplicas: 1 },
      'Waiting for deployment "w" rollout to finish: 1 out of 3 new replicas have been updated...',
      false,
    ],
    [
      'Deployment',
      { replicas: 3 },
      { updatedReplicas: 3, replicas: 4 },
      'Waiting for deployment "w" rollout to finish: 1 old replicas are pending termination...',
      false,
    ],
    [
      'Deployment',
      { replicas: 3 },
      { updatedReplicas: 3, replicas: 3, availableReplicas: 2 },
      'Waiting for deployment "w" rollout to finish: 2 of 3 updated replicas are available...',
      false,
    ],
    [
      'Deployment',
      { replicas: 3 },
      { updatedReplicas: 3, replicas: 3, availableReplicas: 3 },
      'deployment "w" successfully rolled out',
      true,
    ],
    [
      'DaemonSet',
      { updateStrategy: rolling },
      { observedGeneration: 1 },
      'Waiting for daemon set spec update to be observed...',
      false,
    ],
    [
      'DaemonSet',
      { updateStrategy: rolling },
      { desiredNumberScheduled: 2 },
      'Waiting for daemon set "w" rollout to finish: 0 out of 2 new pods have been updated...',
      false,
    ],
    [
      'DaemonSet',
      { updateStrategy: rolling },
      { desiredNumberScheduled: 2, updatedNumberScheduled: 2 },
      'Waiting for daemon set "w" rollout to finish: 0 of 2 updated pods are available...',
      false,
    ],
    ['DaemonSet', { updateStrategy: rolling }, {}, 'daemon set "w" successfully rolled out', true],
    [
      'StatefulSet',
      { updateStrategy: rolling },
      { observedGeneration: 0 },
      'Waiting for statefulset spec update to be observed...',
      false,
    ],
    [
      'StatefulSet',
      { replicas: 3, updateStrategy: rolling },
      { readyReplicas: 1 },
      'Waiting for 2 pods to be ready...',
      false,
    ],
    [
      'StatefulSet',
      { replicas: 3, updateStrategy: { ...rolling, rollingUpdate: { partition: 1 } } },
      { readyReplicas: 3, updatedReplicas: 1 },
      'Waiting for partitioned roll out to finish: 1 out of 2 new pods have been updated...',
      false,
    ],
    [
      'StatefulSet',
      { replicas: 3, updateStrategy: { ...rolling, rollingUpdate: { partition: 1 } } },
      { readyReplicas: 3, updatedReplicas: 2 },
      'partitioned roll out complete: 2 new pods have been updated...',
      true,
    ],
    [
      'StatefulSet',
      { replicas: 3, updateStrategy: rolling },
      { readyReplicas: 3, updatedReplicas: 1, updateRevision: 'b', currentRevision: 'a' },
      'waiting for statefulset rolling update to complete 1 pods at revision b...',
      false,
    ],
    [
      'StatefulSet',
      { replicas: 3, updateStrategy: rolling },
      { readyReplicas: 3, currentReplicas: 3, updateRevision: 'b', currentRevision: 'b' },
      'statefulset rolling update complete 3 pods at revision b...',
      true,
    ],
  ])('of a %s with %j and %j', (kind, spec, status, message, isDone) => {
    expect(rolloutStatus(workload(kind, spec, status))).toEqual({ message, isDone });
  });

  it('is an error when there is no progress any more', () => {
    const conditions = [{ type: 'Progressing', reason: 'ProgressDeadlineExceeded' }];
    expect(() => rolloutStatus(workload('Deployment', {}, { conditions }))).toThrow(
      'exceeded its progress deadline',
    );
    expect(() => rolloutStatus(workload('DaemonSet', { updateStrategy: { type: 'OnDelete' } }, {}))).toThrow(
      'only available for RollingUpdate strategy type',
    );
    expect(() => rolloutStatus(workload('Pod', {}, {}))).toThrow('no status viewer');
  });
});
