import type { FeatureGates } from '../../../api/gates/feature-gates.ts';
import { goList } from '../../../api/go-format/go-syntax.ts';
import type { NetworkingV1Ingress, NetworkingV1IngressTLS } from '../../../api/schema/types.gen.ts';
import { type FieldError, FieldPath, invalid } from '../../../api/validation/field-errors.ts';
import { dns1123Subdomain } from '../../../api/validation/names.ts';
import { validateEach } from '../../../api/validation/validate-each.ts';
import type { KindDependencies } from '../../../registry/kind-rules.ts';
import { invalidEach } from '../../shared/field-checks.ts';
import { isBeta } from '../../shared/version-name.ts';
import { type BackendRules, backendRules } from './backend-field-names.ts';
import { validateBackend } from './backend-validation.ts';
import { hasWildcard, validateHost, validateRule, validateRuleValue } from './rule-validation.ts';

const specPath = FieldPath.of('spec');

/** Exemptions from rules that v1 added: for requests in v1beta1, and for updates of objects that break them already. */
interface IngressValidationOptions {
  allowInvalidSecretNames: boolean;
  allowInvalidWildcardRules: boolean;
}

export function validateIngressCreate(
  ingress: NetworkingV1Ingress,
  { dialect: { label }, gates }: Pick<KindDependencies, 'dialect' | 'gates'>,
  apiVersion?: string,
): FieldError[] {
  const annotation = `${label}/ingress.class`;
  const text = ingress.metadata.annotations?.[annotation];
  const beta = isBeta(apiVersion);
  const { ingressClassName } = ingress.spec;
  const mayAgree = gates.isIn('1.27');
  const isSetTwice =
    text !== undefined && ingressClassName !== undefined && !(mayAgree && text === ingressClassName);
  return [
    ...validateSpec(ingress, backendRules(apiVersion, gates), {
      allowInvalidSecretNames: beta,
      allowInvalidWildcardRules: beta,
    }),
    ...(isSetTwice
      ? [
          invalid(
            FieldPath.of('annotations').child(annotation),
            text,
            mayAgree
              ? 'must match `ingressClassName` when both are specified'
              : 'can not be set when the class field is also set',
          ),
        ]
      : []),
  ];
}

export function validateIngressUpdate(
  ingress: NetworkingV1Ingress,
  old: NetworkingV1Ingress,
  gates: FeatureGates,
  apiVersion?: string,
): FieldError[] {
  const { tls = [], rules = [] } = old.spec;
  const beta = isBeta(apiVersion);
  const fieldNames = backendRules(apiVersion, gates);
  return validateSpec(ingress, fieldNames, {
    allowInvalidSecretNames: beta || tls.some((one) => validateSecretName(one, specPath).length > 0),
    allowInvalidWildcardRules:
      beta ||
      rules.some(
        (rule) => hasWildcard(rule.host) && validateRuleValue(rule, specPath, fieldNames).length > 0,
      ),
  });
}

function validateSpec(
  { spec }: NetworkingV1Ingress,
  fieldNames: BackendRules,
  options: IngressValidationOptions,
): FieldError[] {
  const { rules = [], tls = [], defaultBackend, ingressClassName } = spec;
  const isEmpty = rules.length === 0 && defaultBackend === undefined;
  return [
    ...(isEmpty
      ? [
          invalid(
            specPath,
            goList('networking.IngressRule', undefined),
            `either \`${fieldNames.defaultBackend}\` or \`rules\` must be specified`,
          ),
        ]
      : []),
    ...(defaultBackend === undefined
      ? []
      : validateBackend(defaultBackend, specPath.child(fieldNames.defaultBackend), fieldNames)),
    ...validateEach(rules, (rule, index) =>
      validateRule(rule, specPath.child('rules').index(index), { ...options, fieldNames }),
    ),
    ...validateEach(tls, (one, index) => validateTls(one, specPath.child('tls').index(index), options)),
    ...(ingressClassName === undefined
      ? []
      : invalidEach(
          specPath.child('ingressClassName'),
          ingressClassName,
          dns1123Subdomain(ingressClassName),
        )),
  ];
}

function validateTls(
  tls: NetworkingV1IngressTLS,
  path: FieldPath,
  options: IngressValidationOptions,
): FieldError[] {
  return [
    ...validateEach(tls.hosts ?? [], (host, index) => validateHost(host, path.child('hosts').index(index))),
    ...(options.allowInvalidSecretNames ? [] : validateSecretName(tls, path)),
  ];
}

function validateSecretName({ secretName }: NetworkingV1IngressTLS, path: FieldPath): FieldError[] {
  return secretName ? invalidEach(path.child('secretName'), secretName, dns1123Subdomain(secretName)) : [];
}
