import { isMap } from '../json/json-values.ts';
import { compare } from './compare.ts';
import { type Filter, JsonPathError, type Slice, type Step } from './steps.ts';

/** Number of values that may still be looked at. */
export class PathBudget {
  #left: number;

  constructor(steps: number) {
    this.#left = steps;
  }

  /** Not more than 0 when nothing is left. */
  get left(): number {
    return this.#left;
  }

  /** Takes the steps of an error: it knows where it was thrown. */
  problem(): void {
    this.#left -= stepsOfError;
  }

  /** Throws JsonPathError. */
  spend(steps: number): void {
    this.#left -= steps;
    if (this.#left < 0) throw new JsonPathError('the path looks at too many values');
  }
}

const stepsOfError = 50;
const maxSteps = 1_000_000;

export interface EvaluateOptions {
  /** A field that is not there yields no value, instead of an error. */
  allowMissingKeys?: boolean;
  /** Values that may be looked at, by all paths that share it: `..` of a large object is a large list. */
  budget?: PathBudget;
}

/** All values that a path leads to. Throws JsonPathError. */
export function evaluate(value: unknown, steps: readonly Step[], options: EvaluateOptions = {}): unknown[] {
  return new Evaluation(options).run([value], steps);
}

class Evaluation {
  readonly #allowMissingKeys: boolean;
  readonly #budget: PathBudget;

  constructor({ allowMissingKeys = false, budget = new PathBudget(maxSteps) }: EvaluateOptions) {
    this.#allowMissingKeys = allowMissingKeys;
    this.#budget = budget;
  }

  run(values: readonly unknown[], steps: readonly Step[]): unknown[] {
    let current = [...values];
    for (const step of steps) current = this.#step(current, step);
    return current;
  }

  #step(values: readonly unknown[], step: Step): unknown[] {
    this.#spend(values.length);
    switch (step.type) {
      case 'field':
        return this.#fields(values, step.name);
      case 'wildcard':
        return present(values).flatMap((value) => this.#children(value));
      case 'descend':
        return this.#descend(values);
      case 'slice':
        return present(values).flatMap((value) => this.#slice(value, step.slice));
      case 'union':
        return step.members.flatMap((member) => this.run(values, member));
      case 'filter':
        return values.flatMap((value) => this.#filter(value, step.filter));
      case 'literal':
        return typeof step.value === 'string' ? [step.value] : values.map(() => step.value);
      case 'identifier':
        throw new JsonPathError(`unrecognized identifier ${step.name}`);
    }
  }

  #fields(values: readonly unknown[], name: string): unknown[] {
    const found = values.flatMap((value) =>
      isMap(value) && Object.hasOwn(value, name) ? [value[name]] : [],
    );
    if (found.length === 0 && values.length > 0 && !this.#allowMissingKeys) {
      throw new JsonPathError(`${name} is not found`);
    }
    return found;
  }

  /** Each value that holds others, and then those of them that do. A text holds its bytes. */
  #descend(values: readonly unknown[]): unknown[] {
    const found: unknown[] = [];
    const visit = (value: unknown): void => {
      if (typeof value === 'string') {
        if (value !== '') found.push(value);
        return;
      }
      const children = this.#children(value);
      if (children.length === 0) return;
      found.push(value);
      for (const child of children) visit(child);
    };
    for (const value of values) visit(value);
    return found;
  }

  /**
   * A text holds its bytes. Maps have no order of their own: that of their keys makes the result the same each time.
   */
  #children(value: unknown): unknown[] {
    if (Array.isArray(value) || typeof value === 'string') {
      this.#spend(value.length);
      return typeof value === 'string' ? [...Buffer.from(value)] : value;
    }
    if (!isMap(value)) return [];
    const keys = Object.keys(value);
    this.#spend(keys.length);
    return keys.sort().map((key) => value[key]);
  }

  #slice(list: unknown, part: Slice): unknown[] {
    if (Array.isArray(list) && !part.isIndex) this.#spend(list.length);
    return slice(list, part);
  }

  #filter(list: unknown, { left, operator, right }: Filter): unknown[] {
    if (!Array.isArray(list)) {
      throw new JsonPathError(`${String(list)} is not array or slice and cannot be filtered`);
    }
    this.#spend(list.length);
    if (operator === undefined) return list.filter((item) => this.#exists(item, left));
    return list.filter((item) => {
      const a = this.#only(item, left);
      if (a.length === 0) return false;
      const b = this.#only(item, right);
      return b.length > 0 && compare(a[0], operator, b[0]);
    });
  }

  #exists(item: unknown, path: readonly Step[]): boolean {
    try {
      return this.run([item], path).length > 0;
    } catch (error) {
      if (error instanceof JsonPathError) return false;
      throw error;
    }
  }

  #only(item: unknown, path: readonly Step[]): unknown[] {
    const found = this.run([item], path);
    if (found.length > 1) throw new JsonPathError('can only compare one element at a time');
    return found;
  }

  #spend(steps: number): void {
    this.#budget.spend(steps);
  }
}

const present = (values: readonly unknown[]): unknown[] => values.filter((value) => value !== null);

function slice(list: unknown, { start = 0, end, step = 1, isIndex }: Slice): unknown[] {
  if (!Array.isArray(list)) throw new JsonPathError(`${typeof list} is not array or slice`);
  const { length } = list;
  const from = start < 0 ? start + length : start;
  const given = isIndex ? start + 1 : (end ?? length);
  // `[-1]` ends where the list does.
  const to = given < 0 || (isIndex && given === 0) ? given + length : given;
  if (from === to) return [];
  const outside = (index: number) =>
    new JsonPathError(`array index out of bounds: index ${index}, length ${length}`);
  if (from >= length || from < 0) throw outside(from);
  if (to > length || to < 0) throw outside(to - 1);
  if (from > to) throw new JsonPathError(`starting index ${from} is greater than ending index ${to}`);
  if (step <= 0) throw new JsonPathError('step must be > 0');
  return list.slice(from, to).filter((_, index) => index % step === 0);
}
