import type { Dialect } from '../../../api/machinery/dialect.ts';
import { type FieldError, FieldPath, invalid } from '../../../api/machinery/field-errors.ts';
import { dns1123Subdomain } from '../../../api/machinery/names.ts';
import type { NetworkingV1Ingress, NetworkingV1IngressTLS } from '../../../api/schema/types.gen.ts';
import { invalidEach } from '../../shared/field-checks.ts';
import { validateBackend } from './backend-validation.ts';
import { isWildcard, validateHost, validateRule, validateRuleValue } from './rule-validation.ts';

const specPath = FieldPath.of('spec');

/** Rules that came late: an object that broke them before may go on doing so. */
interface Laxness {
  secretNames: boolean;
  wildcardRules: boolean;
}

export function validateIngressCreate(ingress: NetworkingV1Ingress, { label }: Dialect): FieldError[] {
  const annotation = `${label}/ingress.class`;
  const text = ingress.metadata.annotations?.[annotation];
  const saidTwice = text !== undefined && ingress.spec.ingressClassName !== undefined;
  return [
    ...validateSpec(ingress, { secretNames: false, wildcardRules: false }),
    ...(saidTwice
      ? [
          invalid(
            FieldPath.of('annotations').child(annotation),
            text,
            'can not be set when the class field is also set',
          ),
        ]
      : []),
  ];
}

export function validateIngressUpdate(ingress: NetworkingV1Ingress, old: NetworkingV1Ingress): FieldError[] {
  const { tls = [], rules = [] } = old.spec;
  return validateSpec(ingress, {
    secretNames: tls.some((one) => validateSecretName(one, specPath).length > 0),
    wildcardRules: rules.some(
      (rule) => isWildcard(rule.host) && validateRuleValue(rule, specPath).length > 0,
    ),
  });
}

function validateSpec({ spec }: NetworkingV1Ingress, lax: Laxness): FieldError[] {
  const { rules = [], tls = [], defaultBackend, ingressClassName } = spec;
  const nothing = rules.length === 0 && defaultBackend === undefined;
  return [
    ...(nothing ? [invalid(specPath, null, 'either `defaultBackend` or `rules` must be specified')] : []),
    ...(defaultBackend === undefined
      ? []
      : validateBackend(defaultBackend, specPath.child('defaultBackend'))),
    ...rules.flatMap((rule, index) =>
      validateRule(rule, specPath.child('rules').index(index), lax.wildcardRules),
    ),
    ...tls.flatMap((one, index) => validateTls(one, specPath.child('tls').index(index), lax)),
    ...(ingressClassName === undefined
      ? []
      : invalidEach(
          specPath.child('ingressClassName'),
          ingressClassName,
          dns1123Subdomain(ingressClassName),
        )),
  ];
}

function validateTls(tls: NetworkingV1IngressTLS, path: FieldPath, lax: Laxness): FieldError[] {
  return [
    ...(tls.hosts ?? []).flatMap((host, index) => validateHost(host, path.child('hosts').index(index))),
    ...(lax.secretNames ? [] : validateSecretName(tls, path)),
  ];
}

function validateSecretName({ secretName }: NetworkingV1IngressTLS, path: FieldPath): FieldError[] {
  return secretName ? invalidEach(path.child('secretName'), secretName, dns1123Subdomain(secretName)) : [];
}
