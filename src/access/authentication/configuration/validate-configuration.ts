import type { Compilation } from '../../../api/cel/contract.ts';
import type { FeatureGates } from '../../../api/gates/feature-gates.ts';
import type { Dialect } from '../../../api/meta/dialect.ts';
import {
  duplicate,
  type FieldError,
  FieldPath,
  forbidden,
  invalid,
  required,
  tooMany,
} from '../../../api/validation/field-errors.ts';
import type {
  AnonymousConfiguration,
  AuthenticationConfiguration,
  ClaimValidationRule,
  JwtAuthenticator,
  ValidationRule,
} from './authentication-configuration.ts';
import type { ClaimExpressions } from './claim-expressions.ts';
import { type SeenUrls, validateIssuer } from './validate-issuer.ts';
import { type ReservedKeys, validateMappings } from './validate-mappings.ts';

const maxIssuers = 64;

/** All that is wrong with a configuration that could be read. */
export function validateConfiguration(
  { jwt, anonymous }: AuthenticationConfiguration,
  expressions: ClaimExpressions,
  gates: FeatureGates,
  dialect: Dialect,
): FieldError[] {
  const path = FieldPath.of('jwt');
  const errors: FieldError[] = jwt.length > maxIssuers ? [tooMany(path, jwt.length, maxIssuers)] : [];
  if (errors.length > 0) return errors;
  const seen: SeenUrls = { issuers: new Set(), discovery: new Set() };
  const reserved = reservedKeys(gates, dialect);
  return [
    ...jwt.flatMap((one, index) => validateJwt(one, path.index(index), { expressions, seen, reserved })),
    ...(anonymous === undefined ? [] : validateAnonymous(anonymous, gates)),
  ];
}

function reservedKeys(gates: FeatureGates, { api, label, service }: Dialect): ReservedKeys {
  const owner = service.charAt(0).toUpperCase() + service.slice(1);
  return { domains: gates.isIn('1.32') ? [...new Set([api, label])] : [], owner };
}

interface JwtContext {
  readonly expressions: ClaimExpressions;
  readonly seen: SeenUrls;
  readonly reserved: ReservedKeys;
}

function validateJwt(
  jwt: JwtAuthenticator,
  path: FieldPath,
  { expressions, seen, reserved }: JwtContext,
): FieldError[] {
  return [
    ...validateIssuer(jwt.issuer, path.child('issuer'), seen),
    ...validateClaimRules(jwt.claimValidationRules, path.child('claimValidationRules'), expressions),
    ...validateMappings(jwt, path.child('claimMappings'), expressions, reserved),
    ...validateUserRules(jwt.userValidationRules, path.child('userValidationRules'), expressions),
  ];
}

function validateClaimRules(
  rules: readonly ClaimValidationRule[],
  path: FieldPath,
  expressions: ClaimExpressions,
): FieldError[] {
  return rules.flatMap((rule, index) => {
    const at = path.index(index);
    const { claim, expression, message, requiredValue } = rule;
    if (claim !== '' && expression !== '')
      return [invalid(at, claim, "claim and expression can't both be set")];
    if (claim === '' && expression === '') return [required(at, 'claim or expression is required')];
    const before = rules.slice(0, index);
    if (claim !== '') {
      const why = 'may not be specified when claim is set';
      return [
        ...(message === '' ? [] : [invalid(at.child('message'), message, why)]),
        ...(before.some((one) => one.claim === claim) ? [duplicate(at.child('claim'), claim)] : []),
      ];
    }
    const why = 'may not be specified when expression is set';
    return [
      ...(requiredValue === '' ? [] : [invalid(at.child('requiredValue'), requiredValue, why)]),
      ...validateCondition(expression, at, before, (text) => expressions.claimRule(text)),
    ];
  });
}

const validateUserRules = (
  rules: readonly ValidationRule[],
  path: FieldPath,
  expressions: ClaimExpressions,
): FieldError[] =>
  rules.flatMap(({ expression }, index) => {
    const at = path.index(index);
    if (expression === '') return [required(at.child('expression'))];
    return validateCondition(expression, at, rules.slice(0, index), (text) => expressions.userRule(text));
  });

function validateCondition(
  expression: string,
  path: FieldPath,
  before: readonly ValidationRule[],
  compile: (text: string) => Compilation,
): FieldError[] {
  const at = path.child('expression');
  if (before.some((one) => one.expression === expression)) return [duplicate(at, expression)];
  const compiled = compile(expression);
  return 'problem' in compiled ? [invalid(at, expression, compiled.problem.detail)] : [];
}

function validateAnonymous({ enabled, paths }: AnonymousConfiguration, gates: FeatureGates): FieldError[] {
  const path = FieldPath.of('anonymous');
  if (!gates.isOn('AnonymousAuthConfigurableEndpoints')) {
    const why = 'anonymous is not supported when AnonymousAuthConfigurableEndpoints feature gate is disabled';
    return [forbidden(path, why)];
  }
  if (enabled || paths.length === 0) return [];
  const shown = paths.map((one) => ({ Path: one }));
  return [
    invalid(path.child('conditions'), shown, 'enabled should be set to true when conditions are defined'),
  ];
}
