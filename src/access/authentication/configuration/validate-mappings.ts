import { validateDomainPath } from '../../../api/validation/domain-path.ts';
import {
  duplicate,
  type FieldError,
  type FieldPath,
  invalid,
  required,
} from '../../../api/validation/field-errors.ts';
import type {
  ClaimMapping,
  ExtraMapping,
  JwtAuthenticator,
  PrefixedMapping,
} from './authentication-configuration.ts';
import type { ClaimExpressions } from './claim-expressions.ts';

/** Domains of keys that issuers may not set. */
export interface ReservedKeys {
  readonly domains: readonly string[];
  readonly owner: string;
}

const bothSet = "claim and expression can't both be set";

export function validateMappings(
  jwt: JwtAuthenticator,
  path: FieldPath,
  expressions: ClaimExpressions,
  reserved: ReservedKeys,
): FieldError[] {
  const { username, groups, uid, extra } = jwt;
  return [
    ...validatePrefixed(username, path.child('username'), expressions, true),
    ...validatePrefixed(groups, path.child('groups'), expressions, false),
    ...validateUid(uid, path.child('uid'), expressions),
    ...extra.flatMap((one, index) => [
      ...validateKey(one, path.child('extra').index(index), extra.slice(0, index), reserved),
      ...validateValue(one, path.child('extra').index(index), expressions),
    ]),
    ...validateEmail(jwt, path, expressions),
  ];
}

function validatePrefixed(
  { claim, expression, prefix }: PrefixedMapping,
  path: FieldPath,
  expressions: ClaimExpressions,
  isRequired: boolean,
): FieldError[] {
  if (claim !== '' && expression !== '') return [invalid(path, '', bothSet)];
  if (claim === '' && expression === '')
    return isRequired ? [required(path, 'claim or expression is required')] : [];
  if (expression !== '') {
    const why = 'may not be specified when expression is set';
    const errors = prefix === undefined ? [] : [invalid(path.child('prefix'), prefix, why)];
    return [...errors, ...validateMapping(expression, path.child('expression'), expressions)];
  }
  if (prefix !== undefined) return [];
  const why = 'prefix is required when claim is set. It can be set to an empty string to disable prefixing';
  return [required(path.child('prefix'), why)];
}

function validateUid(
  { claim, expression }: ClaimMapping,
  path: FieldPath,
  expressions: ClaimExpressions,
): FieldError[] {
  if (claim !== '' && expression !== '') return [invalid(path, '', bothSet)];
  return expression === '' ? [] : validateMapping(expression, path.child('expression'), expressions);
}

function validateMapping(text: string, path: FieldPath, expressions: ClaimExpressions): FieldError[] {
  const compiled = expressions.mapping(text);
  return 'problem' in compiled ? [invalid(path, text, compiled.problem.detail)] : [];
}

function validateKey(
  { key }: ExtraMapping,
  path: FieldPath,
  before: readonly ExtraMapping[],
  reserved: ReservedKeys,
): FieldError[] {
  const at = path.child('key');
  const errors = validateDomainPath(key, at);
  if (key === '') return errors;
  if (key !== key.toLowerCase()) errors.push(invalid(at, key, 'must be lowercase'));
  const domain = key.slice(0, Math.max(key.indexOf('/'), 0));
  if (reserved.domains.some((one) => domain === one || domain.endsWith(`.${one}`))) {
    const why = `${reserved.domains.join(', ')} and their subdomains are reserved for ${reserved.owner} use`;
    errors.push(invalid(at, key, why));
  }
  if (before.some((one) => one.key === key)) errors.push(duplicate(at, key));
  return errors;
}

function validateValue(
  { valueExpression }: ExtraMapping,
  path: FieldPath,
  expressions: ClaimExpressions,
): FieldError[] {
  const at = path.child('valueExpression');
  return valueExpression === '' ? [required(at)] : validateMapping(valueExpression, at, expressions);
}

/** An address that nobody has verified may be anybody's: who uses it has to look whether it is. */
function validateEmail(
  { username, extra, claimValidationRules }: JwtAuthenticator,
  path: FieldPath,
  expressions: ClaimExpressions,
): FieldError[] {
  const reads = (text: string, claim: string): boolean => {
    if (text === '') return false;
    const compiled = expressions.mapping(text);
    return 'expression' in compiled && compiled.expression.reads('claims', claim);
  };
  if (!reads(username.expression, 'email')) return [];
  const texts = [
    username.expression,
    ...extra.map(({ valueExpression }) => valueExpression),
    ...claimValidationRules.map(({ expression }) => expression),
  ];
  if (texts.some((text) => reads(text, 'email_verified'))) return [];
  const places =
    'claimMappings.username.expression or claimMappings.extra[*].valueExpression or claimValidationRules[*].expression';
  const why = `claims.email_verified must be used in ${places} when claims.email is used in claimMappings.username.expression`;
  return [invalid(path.child('username', 'expression'), username.expression, why)];
}
