import type { NetworkingV1IngressClass } from '../../../api/schema/types.gen.ts';
import { nameIsDnsSubdomain } from '../../../api/validation/names.ts';
import type { KindDependencies, KindRules } from '../../../registry/kind-rules.ts';
import { ingressClassTable } from './table.ts';
import { validateIngressClass, validateIngressClassUpdate } from './validation.ts';

/** The release from which on parameters may be an object of a namespace. */
const scopesSince = '1.21';

/** Names the controller of Ingresses. v1beta1 has the same fields, defaults and rules. */
export function ingressClass({ dialect, gates }: KindDependencies): KindRules<NetworkingV1IngressClass> {
  return {
    group: `networking.${dialect.api}`,
    kind: 'IngressClass',
    applyDefaults({ spec }) {
      if (spec.parameters !== undefined && gates.isIn(scopesSince)) spec.parameters.scope ??= 'Cluster';
    },
    validateName: nameIsDnsSubdomain,
    tracksGeneration: true,
    validateCreate: validateIngressClass,
    validateUpdate: validateIngressClassUpdate,
    table: ingressClassTable(dialect, gates),
  };
}
