import type { AnyKindRules, KindDependencies } from '../../registry/kind-rules.ts';
import { deviceClass } from './device-class/index.ts';
import { deviceTaintRule } from './device-taint-rule/index.ts';
import { resourceClaim } from './resource-claim/index.ts';
import { resourceClaimTemplate } from './resource-claim-template/index.ts';
import { resourcePoolStatusRequest } from './resource-pool-status-request/index.ts';
import { resourceSlice } from './resource-slice/index.ts';

export function resourceKinds(dependencies: KindDependencies): AnyKindRules[] {
  return [
    deviceClass(dependencies),
    deviceTaintRule(dependencies),
    resourceClaim(dependencies),
    resourceClaimTemplate(dependencies),
    resourcePoolStatusRequest(dependencies),
    resourceSlice(dependencies),
  ];
}
