import type { NetworkingV1IngressClass } from '../../../api/schema/types.gen.ts';
import { nameIsDnsSubdomain } from '../../../api/validation/names.ts';
import type { KindDependencies, KindRules } from '../../../registry/kind-rules.ts';
import { ingressClassTable } from './table.ts';
import { validateIngressClass, validateIngressClassUpdate } from './validation.ts';

/** Names the controller of Ingresses. v1beta1 has the same fields, defaults and rules. */
export function ingressClass({ dialect, gates }: KindDependencies): KindRules<NetworkingV1IngressClass> {
  return {
    group: `networking.${dialect.api}`,
    kind: 'IngressClass',
    validateName: nameIsDnsSubdomain,
    tracksGeneration: true,
    validateCreate: validateIngressClass,
    validateUpdate: validateIngressClassUpdate,
    table: ingressClassTable(dialect, gates),
  };
}
