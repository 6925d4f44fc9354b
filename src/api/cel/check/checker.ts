import type { Issue } from '../syntax/source.ts';
import { type CallExpr, type Expr, qualifiedName, type SelectExpr } from '../syntax/tree.ts';
import { isDynOrError, mostGeneral, Substitution } from '../types/assign.ts';
import {
  boolType,
  dynType,
  errorType,
  listOf,
  mapOf,
  optionalOf,
  type Type,
  typeText,
} from '../types/types.ts';
import { literalType } from '../values/types.ts';
import { CheckedTree } from './checked.ts';
import type { Checking } from './checking.ts';
import { checkComprehension, checkStruct } from './composites.ts';
import { resolveCall } from './resolve.ts';
import { type Declared, LocalScope, type Scope } from './scope.ts';

export interface CheckOptions {
  /** Members of lists and maps may be of different types, as far as this check goes. */
  readonly joinsMembers: boolean;
}

/** Checks the types of an expression. What is wrong with it is added to the issues. */
export function check(expr: Expr, scope: Scope, issues: Issue[], options: CheckOptions): CheckedTree {
  const checker = new Checker(scope, issues, options);
  checker.type(expr);
  return checker.finished();
}

class Checker implements Checking {
  readonly types = new Substitution();
  readonly scope: Scope;
  readonly #issues: Issue[];
  readonly #joinsMembers: boolean;
  readonly tree = new CheckedTree();
  #locals: LocalScope | undefined;

  constructor(scope: Scope, issues: Issue[], { joinsMembers }: CheckOptions) {
    this.scope = scope;
    this.#issues = issues;
    this.#joinsMembers = joinsMembers;
  }

  /** Types of all parts, without parameters. */
  finished(): CheckedTree {
    for (const [expr, type] of this.tree.types) {
      const whole = this.types.resolve(type, true);
      if (whole !== type) this.tree.types.set(expr, whole);
    }
    return this.tree;
  }

  report(offset: number, message: string): void {
    this.#issues.push({ offset, message });
  }

  typeMismatch(offset: number, expected: Type, actual: Type): void {
    this.report(offset, `expected type '${this.text(expected)}' but found '${this.text(actual)}'`);
  }

  text(type: Type): string {
    return typeText(this.types.resolve(type, true));
  }

  inside<T>(variables: ReadonlyMap<string, Type>, run: () => T): T {
    const outer = this.#locals;
    this.#locals = new LocalScope(variables, outer);
    const result = run();
    this.#locals = outer;
    return result;
  }

  type(expr: Expr): Type {
    const type = this.#typeOf(expr);
    this.tree.types.set(expr, type);
    return type;
  }

  #typeOf(expr: Expr): Type {
    switch (expr.kind) {
      case 'literal':
        return literalType(expr.value);
      case 'ident':
        return this.#ident(expr);
      case 'select':
        return this.#select(expr);
      case 'call':
        return this.#call(expr);
      case 'list':
        return this.#list(expr);
      case 'map':
        return this.#map(expr);
      case 'struct':
        return checkStruct(this, expr);
      case 'comprehension':
        return checkComprehension(this, expr);
    }
  }

  undeclared(offset: number, name: string): Type {
    this.report(offset, `undeclared reference to '${name}' (in container '')`);
    return errorType;
  }

  find(name: string): Declared | undefined {
    return name.startsWith('.')
      ? this.scope.find(name.slice(1))
      : (this.#locals?.find(name) ?? this.scope.find(name));
  }

  #named(expr: Expr, name: string): Type | undefined {
    const found = this.find(name);
    if (found === undefined) return undefined;
    this.tree.names.set(expr, found);
    return found.type;
  }

  #ident(expr: Expr & { kind: 'ident' }): Type {
    return this.#named(expr, expr.name) ?? this.undeclared(expr.offset, expr.name);
  }

  #select(expr: SelectExpr): Type {
    const name = qualifiedName(expr);
    const named = name === undefined ? undefined : this.#named(expr, name);
    if (named !== undefined) return named;
    const type = this.#field(expr.operand, expr.field, expr.offset);
    return expr.isTest ? boolType : type;
  }

  /** The type of a field; that of an optional value is optional too. */
  #field(operand: Expr, name: string, offset: number): Type {
    const operandType = this.types.resolve(this.type(operand));
    if (operandType.kind !== 'optional') return this.#fieldOf(operandType, name, offset);
    return optionalOf(this.#fieldOf(operandType.item, name, offset));
  }

  #fieldOf(type: Type, name: string, offset: number): Type {
    switch (type.kind) {
      case 'map':
        return type.value;
      case 'object': {
        const field = type.field(name);
        if (field === undefined) this.report(offset, `undefined field '${name}'`);
        return field ?? errorType;
      }
      case 'parameter':
        this.types.assign(dynType, type);
        return dynType;
      case 'opaque':
        this.report(offset, `unexpected failed resolution of '${this.text(type)}'`);
        return errorType;
      default:
        if (!isDynOrError(type))
          this.report(offset, `type '${this.text(type)}' does not support field selection`);
        return dynType;
    }
  }

  #call(expr: CallExpr): Type {
    const { name, target, args } = expr;
    if (name === '_?._') return this.#optionalField(expr);
    for (const arg of args) this.type(arg);
    if (target === undefined) {
      const declaration = this.scope.functions.get(name.replace(/^\./, ''));
      return declaration === undefined
        ? this.undeclared(expr.offset, name)
        : resolveCall(this, expr, { declaration, args, isMethod: false });
    }
    const prefix = qualifiedName(target);
    const namespaced = prefix === undefined ? undefined : this.scope.functions.get(`${prefix}.${name}`);
    if (namespaced !== undefined)
      return resolveCall(this, expr, { declaration: namespaced, args, isMethod: false });
    this.type(target);
    const method = this.scope.functions.get(name);
    if (method === undefined) return this.undeclared(expr.offset, name);
    return resolveCall(this, expr, { declaration: method, args: [target, ...args], isMethod: true });
  }

  #optionalField({ args: [operand, field], offset }: CallExpr): Type {
    const name = (field as { value: string }).value;
    this.tree.types.set(field!, { kind: 'string' });
    const type = this.types.resolve(this.#field(operand!, name, offset));
    return type.kind === 'optional' ? type : optionalOf(type);
  }

  /** The type of a value in brackets: one that may be missing has to be optional. */
  #member(value: Expr, isOptional: boolean): Type {
    const type = this.type(value);
    if (!isOptional) return type;
    const resolved = this.types.resolve(type);
    if (resolved.kind === 'optional') return resolved.item;
    if (!isDynOrError(resolved)) this.typeMismatch(value.offset, optionalOf(resolved), resolved);
    return resolved;
  }

  /** The type of all members of a list or map so far, with one more. */
  #joined(previous: Type | undefined, next: Type, { offset }: Expr): Type {
    if (previous === undefined || previous === next) return next;
    if (this.types.assign(previous, next)) return mostGeneral(previous, next);
    if (this.#joinsMembers) return dynType;
    this.typeMismatch(offset, previous, next);
    return errorType;
  }

  #list({ items }: Expr & { kind: 'list' }): Type {
    let item: Type | undefined;
    for (const { value, isOptional } of items) {
      item = this.#joined(item, this.#member(value, isOptional), value);
    }
    return listOf(item ?? this.types.fresh());
  }

  #map({ entries }: Expr & { kind: 'map' }): Type {
    let key: Type | undefined;
    let value: Type | undefined;
    for (const entry of entries) {
      key = this.#joined(key, this.type(entry.key), entry.key);
      value = this.#joined(value, this.#member(entry.value, entry.isOptional), entry.value);
    }
    return mapOf(key ?? this.types.fresh(), value ?? this.types.fresh());
  }
}
