import type { AnyKindRules, KindDependencies } from '../../registry/kind-rules.ts';
import { controllerRevision } from './controller-revision/index.ts';
import { daemonSet } from './daemon-set/index.ts';
import { deployment } from './deployment/index.ts';
import { replicaSet } from './replica-set/index.ts';
import { statefulSet } from './stateful-set/index.ts';

export function appsKinds(dependencies: KindDependencies): AnyKindRules[] {
  return [
    controllerRevision(dependencies),
    daemonSet(dependencies),
    deployment(dependencies),
    replicaSet(dependencies),
    statefulSet(dependencies),
  ];
}
