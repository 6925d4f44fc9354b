import { type LabelRequirement, type Labels, parseInt64 } from './label-requirement.ts';

/** All requirements on one key combined. */
interface KeyCondition {
  /** The label must be present. */
  isRequired: boolean;
  /** The label must be absent. */
  isExcluded: boolean;
  allowed: ReadonlySet<string> | undefined;
  denied: Set<string> | undefined;
  above: bigint | undefined;
  below: bigint | undefined;
}

/**
 * Combines requirements by key: the cost per object depends on the number of its labels, not of the requirements.
 *
 *     a in (x,y),a in (y,z),a!=w   allows only y
 */
export class FoldedRequirements {
  readonly #conditions = new Map<string, KeyCondition>();
  readonly #required: number;

  constructor(requirements: readonly LabelRequirement[]) {
    for (const requirement of requirements) this.#fold(requirement);
    this.#required = [...this.#conditions.values()].filter(({ isRequired }) => isRequired).length;
  }

  /** Counts the required labels, so that only keys of the object are looked up, not those of the selector. */
  matches(labels: Labels): boolean {
    let found = 0;
    for (const key of Object.keys(labels)) {
      const condition = this.#conditions.get(key);
      if (condition === undefined) continue;
      if (!allows(condition, labels[key]!)) return false;
      if (condition.isRequired) found++;
    }
    return found === this.#required;
  }

  #fold({ key, operator, values }: LabelRequirement): void {
    const condition = this.#conditionOf(key);
    const isNegative = operator === '!' || operator === '!=' || operator === 'notin';
    if (!isNegative) condition.isRequired = true;
    switch (operator) {
      case '=':
      case '==':
      case 'in':
        condition.allowed = intersection(condition.allowed, values);
        break;
      case '!=':
      case 'notin':
        condition.denied ??= new Set();
        for (const value of values) condition.denied.add(value);
        break;
      case '!':
        condition.isExcluded = true;
        break;
      case 'gt':
      case 'lt':
        addBound(condition, operator, parseInt64(values[0] ?? ''));
        break;
    }
  }

  #conditionOf(key: string): KeyCondition {
    const known = this.#conditions.get(key);
    if (known !== undefined) return known;
    const condition: KeyCondition = {
      isRequired: false,
      isExcluded: false,
      allowed: undefined,
      denied: undefined,
      above: undefined,
      below: undefined,
    };
    this.#conditions.set(key, condition);
    return condition;
  }
}

/** Iterates over `values`, not over `allowed`, which may be much larger. */
function intersection(allowed: ReadonlySet<string> | undefined, values: readonly string[]): Set<string> {
  return new Set(allowed === undefined ? values : values.filter((value) => allowed.has(value)));
}

/** No label satisfies a bound that is not a number. */
function addBound(condition: KeyCondition, operator: 'gt' | 'lt', bound: bigint | undefined): void {
  if (bound === undefined) condition.allowed = new Set();
  else if (operator === 'gt') {
    condition.above = condition.above === undefined || bound > condition.above ? bound : condition.above;
  } else {
    condition.below = condition.below === undefined || bound < condition.below ? bound : condition.below;
  }
}

function allows({ isExcluded, allowed, denied, above, below }: KeyCondition, value: string): boolean {
  if (isExcluded || denied?.has(value) || allowed?.has(value) === false) return false;
  if (above === undefined && below === undefined) return true;
  const number = parseInt64(value);
  if (number === undefined) return false;
  return (above === undefined || number > above) && (below === undefined || number < below);
}
