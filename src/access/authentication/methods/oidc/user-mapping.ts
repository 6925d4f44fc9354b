import { Budget } from '../../../../api/cel/budget.ts';
import type { CelExpression, Compilation } from '../../../../api/cel/contract.ts';
import { ListValue } from '../../../../api/cel/values/collections.ts';
import { JsonList, type Reader, UniformMap, valueOfJson } from '../../../../api/cel/values/json.ts';
import type { CelValue } from '../../../../api/cel/values/value.ts';
import { isMap, type JsonMap } from '../../../../api/json/json-values.ts';
import type { User } from '../../../../api/meta/user.ts';
import type {
  ClaimMapping,
  JwtAuthenticator,
  PrefixedMapping,
} from '../../configuration/authentication-configuration.ts';
import type { ClaimExpressions } from '../../configuration/claim-expressions.ts';
import { type Claims, checkEmail, checkRequired, groupsClaim, textClaim } from './claims.ts';
import { OidcError } from './oidc-error.ts';

/** All expressions of one token together may cost so much, in the units that clients know. */
const costOfToken = 10_000_000;

/** Claims as expressions see them: every number is a double. */
const claimReader: Reader = {
  read: (json) => {
    if (Array.isArray(json)) return new JsonList(json, claimReader);
    return isMap(json) ? new UniformMap(json, claimReader) : (json as CelValue);
  },
};

interface Condition {
  readonly expression: CelExpression;
  readonly message: string;
}

export interface UserMappingOptions {
  readonly expressions: ClaimExpressions;
  /** Key of the extra that names the token; undefined in releases that do not say it. */
  readonly credentialKey: string | undefined;
}

/** The user that the claims of a token stand for, as a configuration says that passed validation. */
export class UserMapping {
  readonly #jwt: JwtAuthenticator;
  readonly #credentialKey: string | undefined;
  readonly #mappings = new Map<string, CelExpression>();
  readonly #claimRules: readonly Condition[];
  readonly #userRules: readonly Condition[];

  constructor(jwt: JwtAuthenticator, { expressions, credentialKey }: UserMappingOptions) {
    this.#jwt = jwt;
    this.#credentialKey = credentialKey;
    const compiled = (one: Compilation): CelExpression => {
      if ('problem' in one) throw new Error(one.problem.detail);
      return one.expression;
    };
    const mappings = [jwt.username, jwt.groups, jwt.uid].map(({ expression }) => expression);
    for (const text of [...mappings, ...jwt.extra.map(({ valueExpression }) => valueExpression)])
      if (text !== '') this.#mappings.set(text, compiled(expressions.mapping(text)));
    this.#claimRules = jwt.claimValidationRules
      .filter(({ expression }) => expression !== '')
      .map(({ expression, message }) => ({
        expression: compiled(expressions.claimRule(expression)),
        message,
      }));
    this.#userRules = jwt.userValidationRules.map(({ expression, message }) => ({
      expression: compiled(expressions.userRule(expression)),
      message,
    }));
  }

  /** The claim that may stand in another token; undefined when there is none. */
  get groupsClaim(): string | undefined {
    return this.#jwt.groups.claim || undefined;
  }

  /** Throws OidcError when the claims do not say the user, or break a rule. */
  userOf(claims: Claims): User {
    const budget = new Budget(costOfToken);
    const variables = new Map([['claims', claimReader.read(claims)]]);
    const evaluate = (expression: CelExpression, use: string): CelValue =>
      evaluated(expression, variables, budget, use);
    const mapped = (text: string, use: string): CelValue => evaluate(this.#mappings.get(text)!, use);
    const { username, groups, uid, claimValidationRules } = this.#jwt;
    const user: User = {
      name: this.#name(username, claims, mapped),
      groups: this.#groups(groups, claims, mapped),
      uid: uidOf(uid, claims, mapped),
      extra: this.#extra(claims, mapped),
    };
    for (const { claim, requiredValue } of claimValidationRules)
      if (claim !== '') checkRequired(claims, claim, requiredValue);
    for (const rule of this.#claimRules) check(rule, evaluate(rule.expression, 'claim validation'), 'claim');
    const seen = new Map([['user', valueOfJson(userInfo(user))]]);
    for (const rule of this.#userRules)
      check(rule, evaluated(rule.expression, seen, budget, 'user info validation'), 'user info');
    return user;
  }

  #name({ claim, prefix = '', expression }: PrefixedMapping, claims: Claims, mapped: Mapped): string {
    if (expression !== '') {
      const name = textOf(mapped(expression, 'username claim'));
      if (name === '') throw new OidcError('empty username via CEL expression is not allowed');
      return name;
    }
    const name = textClaim(claims, claim, 'username claims');
    // A prefix alone would be the same user for all.
    if (name === '') throw new OidcError(`parse username claims ${JSON.stringify(claim)}: is empty`);
    if (claim === 'email') checkEmail(claims);
    return prefix + name;
  }

  #groups({ claim, prefix = '', expression }: PrefixedMapping, claims: Claims, mapped: Mapped): string[] {
    if (expression !== '') return textsOf(mapped(expression, 'group claim'));
    return claim === '' ? [] : groupsClaim(claims, claim).map((group) => prefix + group);
  }

  #extra(claims: Claims, mapped: Mapped): Record<string, readonly string[]> {
    const all = this.#jwt.extra.map(({ key, valueExpression }): [string, readonly string[]] => [
      key,
      textsOf(mapped(valueExpression, 'extra claim')),
    ]);
    const token = claims['jti'];
    if (this.#credentialKey !== undefined && typeof token === 'string' && token !== '')
      all.push([this.#credentialKey, [`JTI=${token}`]]);
    return Object.fromEntries(all.filter(([, values]) => values.length > 0));
  }
}

/** The value of an expression of a mapping; `use` is for messages. */
type Mapped = (text: string, use: string) => CelValue;

function uidOf({ claim, expression }: ClaimMapping, claims: Claims, mapped: Mapped): string {
  if (expression !== '') return textOf(mapped(expression, 'uid claim'));
  return claim === '' ? '' : textClaim(claims, claim, 'uid claim');
}

function evaluated(
  expression: CelExpression,
  variables: ReadonlyMap<string, CelValue>,
  budget: Budget,
  use: string,
): CelValue {
  try {
    budget.beginCall();
    return expression.evaluate(variables, budget);
  } catch (error) {
    throw new OidcError(
      `error evaluating ${use} expression: expression '${expression.text}' resulted in error: ${(error as Error).message}`,
      error,
    );
  }
}

function check({ expression, message }: Condition, value: CelValue, what: string): void {
  if (value === true) return;
  throw new OidcError(
    `error evaluating ${what} validation expression: validation expression '${expression.text}' failed: ${message}`,
  );
}

function textOf(value: CelValue): string {
  if (typeof value === 'string') return value;
  throw new OidcError('expression must return a string');
}

/** Texts that are empty do not count. */
function textsOf(value: CelValue): string[] {
  if (value === null) return [];
  const items = value instanceof ListValue ? value.items : [value];
  const texts = items.map((item) => {
    if (typeof item === 'string') return item;
    throw new OidcError('expression must return a string or a list of strings');
  });
  return texts.filter((text) => text !== '');
}

/** The user as conditions see it: without what is empty. */
const userInfo = ({ name, uid, groups, extra }: User): JsonMap =>
  Object.fromEntries(
    Object.entries({ username: name, uid, groups, extra }).filter(
      ([, value]) => (typeof value === 'string' ? value : Object.keys(value)).length > 0,
    ),
  );
