import { describe, expect, it } from 'vitest';
import { type DrainedPod, drainPlan } from './drain-pods.ts';

const options = {
  ignoreDaemonSets: false,
  deleteEmptyDirData: false,
  force: false,
  mirrorAnnotation: 'mirror',
};
const owned = (kind: string) => ({ ownerReferences: [{ kind, name: 'o', controller: true }] });
const pod = (name: string, metadata: object, rest: object = {}): DrainedPod => ({
  metadata: { name, namespace: 'ns', uid: name, ...metadata },
  ...rest,
});
const stored = { spec: { volumes: [{ emptyDir: {} }] } };

const pods = [
  pod('daemon', owned('DaemonSet')),
  pod('web', owned('ReplicaSet')),
  pod('local', owned('ReplicaSet'), stored),
  pod('bare', {}),
  pod('done', {}, { ...stored, status: { phase: 'Succeeded' } }),
  pod('mirror', { annotations: { mirror: 'x' } }),
];

describe('the pods of a drained node', () => {
  it('stay when nobody would bring them back', () => {
    const { evicted, errors, warnings } = drainPlan(pods, options);
    expect(evicted.map(({ metadata }) => metadata.name)).toEqual(['web', 'done']);
    expect(errors).toEqual([
      'cannot delete DaemonSet-managed Pods (use --ignore-daemonsets to ignore): ns/daemon',
      'cannot delete Pods with local storage (use --delete-emptydir-data to override): ns/local',
      'cannot delete Pods that declare no controller (use --force to override): ns/bare',
    ]);
    expect(warnings).toEqual([]);
  });

  it('go where flags say so, but for those of DaemonSets', () => {
    const { evicted, errors, warnings } = drainPlan(pods, {
      ...options,
      ignoreDaemonSets: true,
      deleteEmptyDirData: true,
      force: true,
    });
    expect(evicted.map(({ metadata }) => metadata.name)).toEqual(['web', 'local', 'bare', 'done']);
    expect(errors).toEqual([]);
    expect(warnings).toEqual([
      'ignoring DaemonSet-managed Pods: ns/daemon',
      'deleting Pods with local storage: ns/local',
      'deleting Pods that declare no controller: ns/bare',
    ]);
  });
});
