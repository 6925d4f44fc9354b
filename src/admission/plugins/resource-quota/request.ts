import { type Amounts, increase } from '../../../api/quota/amounts.ts';
import {
  type Evaluator,
  isInAllScopes,
  type ObjectUsage,
  type Scope,
} from '../../../api/quota/evaluators/evaluator.ts';
import type { Quota } from '../../../api/quota/quota.ts';
import type { Quantity } from '../../../api/values/quantity.ts';
import type { LimitedResource } from './configuration.ts';

/** Reason why a request does not pass, as the API says it. */
export class QuotaExceededError extends Error {
  /** A refusal as such; otherwise an error like any other. */
  readonly isForbidden: boolean;

  constructor(message: string, isForbidden = true) {
    super(message);
    this.isForbidden = isForbidden;
  }
}

/** The charges of one request, by quota. Throws QuotaExceededError where the request is refused without a charge. */
export function requestOf(
  evaluator: Evaluator,
  object: object,
  old: object | undefined,
  quotas: readonly Quota[],
  limited: readonly LimitedResource[],
): { amounts: Amounts; from: readonly Quota[] } {
  const examined = evaluator.examine(object);
  const from: Quota[] = [];
  const covered = new Set<string>();
  for (const quota of quotas) {
    const bounded = evaluator.countable(quota.hard);
    if (bounded.length === 0 || !isInAllScopes(examined, quota.scopes)) continue;
    checkQuota(quota, evaluator, object, bounded);
    from.push(quota);
    for (const name of bounded) covered.add(name);
  }
  const amounts = amountsOf(evaluator, examined, old);
  if (amounts.size === 0) return { amounts, from: [] };
  checkCovered(evaluator, examined, covered, quotas, limited);
  return { amounts, from };
}

function checkQuota(
  { name, used }: Quota,
  evaluator: Evaluator,
  object: object,
  bounded: readonly string[],
): void {
  const missing = evaluator.missing?.(object, bounded) ?? [];
  if (missing.length > 0)
    throw new QuotaExceededError(`failed quota: ${name}: must specify ${missing.toSorted().join(',')}`);
  if (!bounded.every((resource) => used.has(resource)))
    throw new QuotaExceededError(
      `status unknown for quota: ${name}, resources: ${bounded.toSorted().join(',')}`,
    );
}

function amountsOf(evaluator: Evaluator, { usage }: ObjectUsage, old: object | undefined): Amounts {
  const negative = [...usage].filter(([, amount]) => amount.sign() < 0).map(([name]) => name);
  if (negative.length > 0)
    throw new QuotaExceededError(`quota usage is negative for resource(s): ${negative.sort().join(',')}`);
  return increase(usage, old === undefined ? new Map<string, Quantity>() : evaluator.examine(old).usage);
}

/** Checks that resources and scopes which the configuration limits are covered by a quota. */
function checkCovered(
  { type }: Evaluator,
  { usage, isInScope }: ObjectUsage,
  covered: ReadonlySet<string>,
  quotas: readonly Quota[],
  limited: readonly LimitedResource[],
): void {
  if (limited.length === 0) return;
  const parts = limited
    .filter(({ apiGroup, resource }) => apiGroup === type.group && resource === type.resource)
    .flatMap(({ matchContains }) => matchContains);
  const open = [...usage]
    .filter(([name, amount]) => amount.sign() > 0 && parts.some((part) => name.includes(part)))
    .map(([name]) => name)
    .filter((name) => !covered.has(name));
  if (open.length > 0)
    throw new QuotaExceededError(`insufficient quota to consume: ${open.sort().join(',')}`);
  const isIn = (scope: Scope): boolean => isInScope?.(scope) ?? false;
  const coveredScopes = new Set(
    quotas.flatMap(({ scopes }) => scopes.filter(isIn)).map(({ scopeName }) => scopeName),
  );
  const openScopes = limited
    .flatMap(({ matchScopes }) => matchScopes.filter(isIn))
    .filter(({ scopeName }) => !coveredScopes.has(scopeName));
  if (openScopes.length === 0) return;
  const shown = openScopes.map(
    ({ scopeName, operator, values }) => `{${scopeName} ${operator} [${(values ?? []).join(' ')}]}`,
  );
  throw new QuotaExceededError(`insufficient quota to match these scopes: [${shown.join(' ')}]`, false);
}
