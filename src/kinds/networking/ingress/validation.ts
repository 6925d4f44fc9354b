import { goList } from '../../../api/go-format/go-syntax.ts';
import type { Dialect } from '../../../api/meta/dialect.ts';
import type { NetworkingV1Ingress, NetworkingV1IngressTLS } from '../../../api/schema/types.gen.ts';
import { type FieldError, FieldPath, invalid } from '../../../api/validation/field-errors.ts';
import { dns1123Subdomain } from '../../../api/validation/names.ts';
import { validateEach } from '../../../api/validation/validate-each.ts';
import { invalidEach } from '../../shared/field-checks.ts';
import { isBeta } from '../../shared/version-name.ts';
import { type BackendWords, wordsOf } from './backend-field-names.ts';
import { validateBackend } from './backend-validation.ts';
import { isWildcard, validateHost, validateRule, validateRuleValue } from './rule-validation.ts';

const specPath = FieldPath.of('spec');

/** Rules that came late: older versions do not know them, and an object that broke them may go on doing so. */
interface Laxness {
  secretNames: boolean;
  wildcardRules: boolean;
}

export function validateIngressCreate(
  ingress: NetworkingV1Ingress,
  { label }: Dialect,
  apiVersion?: string,
): FieldError[] {
  const annotation = `${label}/ingress.class`;
  const text = ingress.metadata.annotations?.[annotation];
  const older = isBeta(apiVersion);
  const saidTwice = text !== undefined && ingress.spec.ingressClassName !== undefined;
  return [
    ...validateSpec(ingress, wordsOf(apiVersion), { secretNames: older, wildcardRules: older }),
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

export function validateIngressUpdate(
  ingress: NetworkingV1Ingress,
  old: NetworkingV1Ingress,
  apiVersion?: string,
): FieldError[] {
  const { tls = [], rules = [] } = old.spec;
  const older = isBeta(apiVersion);
  const words = wordsOf(apiVersion);
  return validateSpec(ingress, words, {
    secretNames: older || tls.some((one) => validateSecretName(one, specPath).length > 0),
    wildcardRules:
      older ||
      rules.some((rule) => isWildcard(rule.host) && validateRuleValue(rule, specPath, words).length > 0),
  });
}

function validateSpec({ spec }: NetworkingV1Ingress, words: BackendWords, lax: Laxness): FieldError[] {
  const { rules = [], tls = [], defaultBackend, ingressClassName } = spec;
  const nothing = rules.length === 0 && defaultBackend === undefined;
  return [
    ...(nothing
      ? [
          invalid(
            specPath,
            goList('networking.IngressRule', undefined),
            `either \`${words.defaultBackend}\` or \`rules\` must be specified`,
          ),
        ]
      : []),
    ...(defaultBackend === undefined
      ? []
      : validateBackend(defaultBackend, specPath.child(words.defaultBackend), words)),
    ...validateEach(rules, (rule, index) =>
      validateRule(rule, specPath.child('rules').index(index), words, lax.wildcardRules),
    ),
    ...validateEach(tls, (one, index) => validateTls(one, specPath.child('tls').index(index), lax)),
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
    ...validateEach(tls.hosts ?? [], (host, index) => validateHost(host, path.child('hosts').index(index))),
    ...(lax.secretNames ? [] : validateSecretName(tls, path)),
  ];
}

function validateSecretName({ secretName }: NetworkingV1IngressTLS, path: FieldPath): FieldError[] {
  return secretName ? invalidEach(path.child('secretName'), secretName, dns1123Subdomain(secretName)) : [];
}
