import { clauseKinds, type FormatClause, FormatError, parseFormat, tooMany } from '../library/format-text.ts';
import { patternProblem } from '../library/regex.ts';
import type { Issue } from '../syntax/source.ts';
import { type CallExpr, type Expr, type ListExpr, type MapExpr, partsOf } from '../syntax/tree.ts';
import { sameType, type Type, typeText } from '../types/types.ts';
import { runtimeTypeName } from '../values/runtime-types.ts';
import { parseDuration, parseTimestamp, timestampOf } from '../values/times.ts';
import { CelError, type CelValue } from '../values/value.ts';
import type { CheckedTree } from './checked.ts';

/** Looks at literals that cannot be right, after the types are known to be. */
export function validate(expr: Expr, tree: CheckedTree, issues: Issue[]): void {
  new Validator(tree, issues).visit(expr, false);
}

class Validator {
  readonly #tree: CheckedTree;
  readonly #issues: Issue[];

  constructor(tree: CheckedTree, issues: Issue[]) {
    this.#tree = tree;
    this.#issues = issues;
  }

  /** `isExempt`: the values of a format may be of different types. */
  visit(expr: Expr, isExempt: boolean): void {
    if (!isExempt && expr.kind === 'list') this.#list(expr);
    if (!isExempt && expr.kind === 'map') this.#map(expr);
    const isFormat = expr.kind === 'call' && expr.name === 'format';
    if (expr.kind === 'call') this.#call(expr);
    // A literal alone has nothing to look at, and a list may have tens of thousands of them.
    for (const part of partsOf(expr)) if (part.kind !== 'literal') this.visit(part, isExempt || isFormat);
  }

  #report(offset: number, message: string): void {
    this.#issues.push({ offset, message });
  }

  #list({ items }: ListExpr): void {
    this.#sameTypes(items.map(({ value, isOptional }) => ({ value, isOptional })));
  }

  #map({ entries }: MapExpr): void {
    const isFine = this.#sameTypes(entries.map(({ key }) => ({ value: key, isOptional: false })));
    if (isFine) this.#sameTypes(entries);
  }

  #sameTypes(members: readonly { readonly value: Expr; readonly isOptional: boolean }[]): boolean {
    let first: Type | undefined;
    for (const { value, isOptional } of members) {
      const own = this.#tree.typeOf(value);
      const type = isOptional && own.kind === 'optional' ? own.item : own;
      first ??= type;
      if (sameType(first, type)) continue;
      this.#report(value.offset, `expected type '${typeText(first)}' but found '${typeText(type)}'`);
      return false;
    }
    return true;
  }

  #call(expr: CallExpr): void {
    const { name, args, target } = expr;
    const [first] = args;
    if (target === undefined && first?.kind === 'literal' && args.length === 1) {
      if (name === 'duration' && !isDuration(first.value))
        this.#report(first.offset, 'invalid duration argument');
      if (name === 'timestamp' && !isTimestamp(first.value))
        this.#report(first.offset, 'invalid timestamp argument');
    }
    if (name === 'matches') this.#pattern(target === undefined ? args[1] : first);
    if (name === 'format' && target?.kind === 'literal' && first?.kind === 'list')
      this.#format(expr, target.value, first);
  }

  #pattern(pattern: Expr | undefined): void {
    if (pattern?.kind !== 'literal' || typeof pattern.value !== 'string') return;
    if (patternProblem(pattern.value) !== undefined) this.#report(pattern.offset, 'invalid matches argument');
  }

  #format({ offset }: CallExpr, format: CelValue, { items }: ListExpr): void {
    if (typeof format !== 'string') return;
    let clauses: FormatClause[];
    try {
      clauses = parseFormat(format).filter((part) => typeof part !== 'string');
    } catch (error) {
      if (!(error instanceof FormatError)) throw error;
      return this.#report(offset, error.message);
    }
    for (const [index, { letter }] of clauses.entries()) {
      const item = items[index];
      if (item === undefined) return this.#report(offset, `index ${index} out of range`);
      const type = this.#tree.typeOf(item.value);
      if (fitsClause(letter, type)) continue;
      const given = runtimeTypeName(type);
      return this.#report(
        item.value.offset,
        `error during formatting: ${clauseKinds[letter]}, was given ${given}`,
      );
    }
    if (items.length > clauses.length) this.#report(offset, tooMany(clauses.length, items.length).message);
  }
}

const isDuration = (value: CelValue): boolean =>
  typeof value === 'string' && parseDuration(value) !== undefined;

function isTimestamp(value: CelValue): boolean {
  if (typeof value === 'string') return parseTimestamp(value) !== undefined;
  if (typeof value !== 'bigint') return false;
  try {
    timestampOf(value * 1_000_000_000n);
    return true;
  } catch (error) {
    if (error instanceof CelError) return false;
    throw error;
  }
}

/** Types that the clauses of a format take. */
const clauseTypes: Readonly<Record<string, readonly Type['kind'][]>> = {
  s: [
    'string',
    'bool',
    'bytes',
    'int',
    'uint',
    'double',
    'map',
    'list',
    'type',
    'duration',
    'timestamp',
    'null',
  ],
  d: ['int', 'uint'],
  f: ['double'],
  e: ['double'],
  x: ['int', 'uint', 'bytes', 'string'],
  X: ['int', 'uint', 'bytes', 'string'],
  o: ['int', 'uint'],
  b: ['int', 'uint', 'bool'],
};

const fitsClause = (letter: string, { kind }: Type): boolean =>
  kind === 'dyn' || kind === 'any' || kind === 'error' || clauseTypes[letter]!.includes(kind);
