import type { AnyKindRules, KindDependencies } from '../../registry/kind-rules.ts';
import { clusterCidr } from './cluster-cidr/index.ts';
import { ingress } from './ingress/index.ts';
import { ingressClass } from './ingress-class/index.ts';
import { ipAddress } from './ip-address/index.ts';
import { networkPolicy } from './network-policy/index.ts';
import { serviceCidr } from './service-cidr/index.ts';

export function networkingKinds(dependencies: KindDependencies): AnyKindRules[] {
  return [
    ingress(dependencies),
    ingressClass(dependencies),
    networkPolicy(dependencies),
    ipAddress(dependencies),
    serviceCidr(dependencies),
    clusterCidr(dependencies),
  ];
}
