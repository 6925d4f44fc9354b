import { type FieldError, type FieldPath, forbidden } from '../validation/field-errors.ts';

/** Estimated costs of one expression, and of all of a schema. */
const maxOfExpression = 10_000_000;
const maxOfSchema = 100_000_000;
/** Expressions that are named when all together cost too much: at most so many, and none that costs less. */
const maxNamed = 4;
const minNamed = 1_000_000;

const advice =
  'try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared';

const textOf = (what: string, cost: number, limit: number): string =>
  `${what} exceeds budget by factor of ${factorText(cost / limit)} (${advice})`;

function factorText(factor: number): string {
  if (factor > 100) return 'more than 100x';
  return factor < 1.5 ? `${factor.toFixed(6)}x` : `${factor.toFixed(1)}x`;
}

/** The estimated costs of the rules of one schema. */
export class RuleCosts {
  readonly #limitsExpressions: boolean;
  readonly #field: string;
  #total = 0;
  #most: { path: FieldPath; cost: number }[] = [];

  /** `field`: that of rules. `limitsExpressions`: each expression has a limit of its own. */
  constructor(field: string, limitsExpressions: boolean) {
    this.#field = field;
    this.#limitsExpressions = limitsExpressions;
  }

  /** `what`: `estimated rule cost`. */
  add(path: FieldPath, cost: number, what: string): FieldError[] {
    this.#total += cost;
    if (cost >= minNamed) {
      const sorted = [...this.#most, { path, cost }].sort((a, b) => b.cost - a.cost);
      this.#most = sorted.slice(0, maxNamed);
    }
    return this.#limitsExpressions && cost > maxOfExpression
      ? [forbidden(path, textOf(what, cost, maxOfExpression))]
      : [];
  }

  /** `path`: that of the schema. */
  totalErrors(path: FieldPath): FieldError[] {
    if (this.#total <= maxOfSchema) return [];
    const what = `${this.#field} estimated rule cost total for entire OpenAPIv3 schema`;
    const named = this.#most.map(({ path: own }) =>
      forbidden(
        own,
        'contributed to estimated rule cost total exceeding cost limit for entire OpenAPIv3 schema',
      ),
    );
    return [...named, forbidden(path, textOf(what, this.#total, maxOfSchema))];
  }
}
