import type { AnyKindRules, KindDependencies } from '../../registry/kind-rules.ts';
import { classClaim } from './class-claim/index.ts';
import { classClaimTemplate } from './class-claim-template/index.ts';
import { deviceClass } from './device-class/index.ts';
import { deviceTaintRule } from './device-taint-rule/index.ts';
import { instanceSlice } from './instance-slice/index.ts';
import { podSchedulingContexts } from './pod-scheduling-context/index.ts';
import { resourceClaim } from './resource-claim/index.ts';
import { resourceClaimTemplate } from './resource-claim-template/index.ts';
import { resourceClass } from './resource-class/index.ts';
import { resourceParameters } from './resource-parameters/index.ts';
import { resourcePoolStatusRequest } from './resource-pool-status-request/index.ts';
import { resourceSlice } from './resource-slice/index.ts';

/** The release from which on claims ask for devices, rather than for a resource of a class. */
const devicesSince = '1.31';

export function resourceKinds(dependencies: KindDependencies): AnyKindRules[] {
  const common = [
    deviceClass(dependencies),
    deviceTaintRule(dependencies),
    ...podSchedulingContexts(dependencies),
    resourceClass(dependencies),
    ...resourceParameters(dependencies),
    resourcePoolStatusRequest(dependencies),
  ];
  return dependencies.gates.isIn(devicesSince)
    ? [
        ...common,
        resourceClaim(dependencies),
        resourceClaimTemplate(dependencies),
        resourceSlice(dependencies),
      ]
    : [...common, classClaim(dependencies), classClaimTemplate(dependencies), instanceSlice(dependencies)];
}
