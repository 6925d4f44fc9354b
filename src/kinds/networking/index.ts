import type { KindDependencies, KindRules } from '../../registry/kind-rules.ts';
import { ingress } from './ingress/index.ts';
import { ingressClass } from './ingress-class/index.ts';
import { networkPolicy } from './network-policy/index.ts';

export function networkingKinds(dependencies: KindDependencies): KindRules<any>[] {
  return [ingress(dependencies), ingressClass(dependencies), networkPolicy(dependencies)];
}
