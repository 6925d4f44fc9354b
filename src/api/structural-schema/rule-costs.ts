import { type FieldError, type FieldPath, forbidden } from '../validation/field-errors.ts';

/** The most that one expression may cost, as estimated. */
const maxExpressionCost = 10_000_000;
/** The most that all rules of a schema may cost together. */
const maxSchemaCost = 100_000_000;
/** Rules below this are not told to have contributed to a cost that is too high. */
const minContribution = 1_000_000;
const maxContributions = 4;

const advice =
  '(try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared)';

function factorText(factor: number): string {
  if (factor > 100) return 'more than 100x';
  return factor < 1.5 ? `${factor.toFixed(6)}x` : `${factor.toFixed(1)}x`;
}

/** The estimated costs of the rules of one schema. */
export class RuleCosts {
  #sum = 0;
  readonly #highest: { path: FieldPath; cost: number }[] = [];

  /** `cardinality`: how often the expression can be worked out for one object. */
  add(path: FieldPath, kind: 'rule' | 'messageExpression', cost: number, cardinality: number): FieldError[] {
    const total = cost === 0 ? 0 : cost * cardinality;
    if (kind === 'rule') this.#record(path, total);
    if (total <= maxExpressionCost) return [];
    const factor = factorText(total / maxExpressionCost);
    return [forbidden(path, `estimated ${kind} cost exceeds budget by factor of ${factor} ${advice}`)];
  }

  #record(path: FieldPath, cost: number): void {
    this.#sum += cost;
    if (cost < minContribution) return;
    this.#highest.push({ path, cost });
    this.#highest.sort((a, b) => b.cost - a.cost);
    this.#highest.length = Math.min(this.#highest.length, maxContributions);
  }

  /** All that is wrong with the sum. `path`: that of the schema; `field`: the one that rules stand in. */
  errors(path: FieldPath, field: string): FieldError[] {
    if (this.#sum <= maxSchemaCost) return [];
    const factor = factorText(this.#sum / maxSchemaCost);
    const contributed =
      'contributed to estimated rule cost total exceeding cost limit for entire OpenAPIv3 schema';
    const whole = `${field} estimated rule cost total for entire OpenAPIv3 schema exceeds budget by factor of ${factor} ${advice}`;
    return [...this.#highest.map((each) => forbidden(each.path, contributed)), forbidden(path, whole)];
  }
}
