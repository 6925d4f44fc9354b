import { fillPlaceholders } from '../../api/meta/dialect.ts';
import type { SchedulingV1alpha2PodGroup } from '../../api/schema/types.gen.ts';
import type { Controller, ControllerDependencies } from '../controller.ts';
import { protectionByPods } from './by-pods.ts';
import { hasEnded, usesGroup } from './use-of-groups.ts';

export function createGroupProtection(dependencies: ControllerDependencies): Controller {
  const group = fillPlaceholders(dependencies.dialect, 'scheduling.{api}');
  return protectionByPods<SchedulingV1alpha2PodGroup>(dependencies, {
    type: { group, version: 'v1alpha2', resource: 'podgroups' },
    finalizer: `${group}/podgroup-protection`,
    metered: 'podgroup_protection',
    isUsedBy: ({ metadata }, pod) => usesGroup(pod, metadata.name!),
    mayFree: hasEnded,
  });
}
