import type { NetworkingV1Ingress } from '../../../api/schema/types.gen.ts';
import { FieldPath } from '../../../api/validation/field-errors.ts';
import { nameIsDnsSubdomain } from '../../../api/validation/names.ts';
import type { KindDependencies, KindRules } from '../../../registry/kind-rules.ts';
import { AddressRules } from '../../shared/addresses/address-rules.ts';
import { validateLoadBalancerStatus } from '../../shared/load-balancer-validation.ts';
import { preserveLostFields } from '../../shared/preserve-lost-fields.ts';
import { betaRules } from './conversion.ts';
import { table } from './table.ts';
import { validateIngressCreate, validateIngressUpdate } from './validation.ts';

/** Routes HTTP requests from outside the cluster to Services. */
export function ingress({ dialect, gates }: KindDependencies): KindRules<NetworkingV1Ingress> {
  const beta = preserveLostFields(betaRules, dialect);
  const addresses = new AddressRules(gates);
  const classAnnotation = `${dialect.label}/ingress.class`;
  return {
    group: `networking.${dialect.api}`,
    kind: 'Ingress',
    validateName: nameIsDnsSubdomain,
    tracksGeneration: true,
    prepareForCreate(object) {
      object.status = { loadBalancer: {} };
    },
    validateCreate: (object, apiVersion) => validateIngressCreate(object, { dialect, gates }, apiVersion),
    prepareForUpdate(object, old) {
      object.status = old.status;
    },
    validateUpdate: (object, old, apiVersion) => validateIngressUpdate(object, old, gates, apiVersion),
    status: {
      prepareForUpdate(object, old) {
        object.spec = old.spec;
      },
      validateUpdate: ({ status }, old) =>
        validateLoadBalancerStatus(status.loadBalancer, FieldPath.of('status', 'loadBalancer'), {
          addresses,
          old: old.status.loadBalancer,
        }),
    },
    warnings: ({ metadata, spec }, old) =>
      old === undefined &&
      (gates.isIn('1.27') || spec.ingressClassName === undefined) &&
      metadata.annotations?.[classAnnotation] !== undefined
        ? [`annotation "${classAnnotation}" is deprecated, please use 'spec.ingressClassName' instead`]
        : [],
    versions: { [`networking.${dialect.api}/v1beta1`]: beta, 'extensions/v1beta1': beta },
    table,
  };
}
