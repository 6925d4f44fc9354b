import type { Node } from '../../../api/cel/ast.ts';
import { asksForOld, parseExpression } from '../../../api/cel/compiler.ts';
import { CostBudget, CostError } from '../../../api/cel/cost.ts';
import { Evaluator } from '../../../api/cel/evaluator.ts';
import { CelError, type CelValue, celValue } from '../../../api/cel/values.ts';
import { isMap } from '../../../api/json/json-values.ts';
import {
  additionalOf,
  type ExtensionNames,
  itemsOf,
  type JsonSchema,
  propertyOf,
} from '../../../api/structural-schema/json-schema.ts';
import { hasRules, rulesOf, type ValidationRule } from '../../../api/structural-schema/validation-rules.ts';
import {
  type FieldError,
  FieldPath,
  forbidden,
  invalid,
  required,
} from '../../../api/validation/field-errors.ts';

interface CompiledRule extends ValidationRule {
  rule: string;
  node: Node;
  isTransition: boolean;
  messageNode: Node | undefined;
}

/** The rules in expressions of one schema; undefined if it has none. */
export function expressionRules(schema: JsonSchema, names: ExtensionNames): ExpressionRules | undefined {
  return hasRules(schema, names) ? new ExpressionRules(schema, names) : undefined;
}

/** Asks the rules of a schema about objects. Expressions are parsed once. */
class ExpressionRules {
  readonly #schema: JsonSchema;
  readonly #names: ExtensionNames;
  readonly #compiled = new WeakMap<JsonSchema, readonly CompiledRule[]>();
  readonly #concerned = new WeakMap<JsonSchema, boolean>();

  constructor(schema: JsonSchema, names: ExtensionNames) {
    this.#schema = schema;
    this.#names = names;
  }

  /** `old`: undefined for a new object; then rules about changes do not count. */
  validate(object: unknown, old: unknown): FieldError[] {
    const errors: FieldError[] = [];
    const walk = { errors, budget: new CostBudget() };
    try {
      this.#node({ value: object, old, schema: this.#schema, path: FieldPath.root, isRoot: true }, walk);
    } catch (error) {
      if (!(error instanceof CostError)) throw error;
    }
    return errors;
  }

  #node(position: Position, walk: Walk): void {
    const { value, schema } = position;
    if (value === undefined || value === null || !this.#concerns(schema)) return;
    for (const rule of this.#rules(schema)) this.#check(rule, position, walk);
    if (Array.isArray(value)) this.#items(value, position, walk);
    else if (isMap(value)) this.#members(value, position, walk);
  }

  #items(list: readonly unknown[], { old, schema, path }: Position, walk: Walk): void {
    const items = itemsOf(schema);
    if (items === undefined) return;
    const keys = (schema[this.#names.listMapKeys] as string[] | undefined) ?? [];
    const isMapList = schema[this.#names.listType] === 'map' && Array.isArray(old);
    const before = isMapList ? new Map(old.map((item) => [keyOf(item, keys), item])) : undefined;
    for (const [index, value] of list.entries()) {
      const previous = before?.get(keyOf(value, keys));
      this.#node({ value, old: previous, schema: items, path: path.index(index) }, walk);
    }
  }

  #members(object: Record<string, unknown>, { old, schema, path }: Position, walk: Walk): void {
    const additional = additionalOf(schema);
    const isAtomic = schema[this.#names.mapType] === 'atomic';
    const before = isMap(old) && !isAtomic ? old : {};
    for (const [name, value] of Object.entries(object)) {
      const previous = Object.hasOwn(before, name) ? before[name] : undefined;
      const property = propertyOf(schema, name);
      const member = property ?? additional;
      if (member === undefined) continue;
      const memberPath = property === undefined ? path.key(name) : path.child(name);
      this.#node({ value, old: previous, schema: member, path: memberPath }, walk);
    }
  }

  #check(
    rule: CompiledRule,
    { value, old, schema, path, isRoot = false }: Position,
    { errors, budget }: Walk,
  ): void {
    if (rule.isTransition && (old === undefined || old === null)) return;
    const typed = (one: unknown): CelValue => celValue(one, schema, this.#names, isRoot);
    const evaluator = new Evaluator(budget);
    const type = schema.type ?? '';
    budget.beginCall();
    try {
      const variables = new Map([['self', typed(value)]]);
      if (old !== undefined) variables.set('oldSelf', typed(old));
      if (evaluator.value(rule.node, variables) === true) return;
      errors.push(ruleError(rule, path, type, messageOf(rule, evaluator, variables)));
    } catch (error) {
      const text = faultText(error, rule);
      if (text === undefined) throw error;
      errors.push(invalid(place(path), type, text));
      if (error instanceof CostError && error.ofObject) throw error;
    }
  }

  #rules(schema: JsonSchema): readonly CompiledRule[] {
    let known = this.#compiled.get(schema);
    if (known === undefined) {
      known = rulesOf(schema, this.#names).flatMap((rule) => compiled(rule));
      this.#compiled.set(schema, known);
    }
    return known;
  }

  #concerns(schema: JsonSchema): boolean {
    let known = this.#concerned.get(schema);
    if (known === undefined) {
      known = hasRules(schema, this.#names);
      this.#concerned.set(schema, known);
    }
    return known;
  }
}

/** A value in the tree, beside the stored one that it replaces. */
interface Position {
  value: unknown;
  /** Undefined for a new value, and where lists do not say which item was which. */
  old: unknown;
  schema: JsonSchema;
  path: FieldPath;
  /** The whole object. */
  isRoot?: boolean;
}

interface Walk {
  errors: FieldError[];
  budget: CostBudget;
}

/** A rule that cannot be read was stored by another program. */
function compiled(rule: ValidationRule): CompiledRule[] {
  const { rule: text = '', messageExpression } = rule;
  try {
    const node = parseExpression(text);
    const messageNode = messageExpression ? parseExpression(messageExpression) : undefined;
    return [{ ...rule, rule: text, node, messageNode, isTransition: asksForOld(node) }];
  } catch {
    return [];
  }
}

const keyOf = (item: unknown, keys: readonly string[]): string =>
  JSON.stringify(isMap(item) ? keys.map((key) => item[key] ?? null) : item);

/** The whole object has a name of its own among clients. */
const place = (path: FieldPath): FieldPath | string => (path === FieldPath.root ? '<nil>' : path);

const shownRule = ({ rule, message }: CompiledRule): string => message?.trim() || rule.trim();

function messageOf(rule: CompiledRule, evaluator: Evaluator, variables: Map<string, CelValue>): string {
  const plain = rule.message?.trim() || `failed rule: ${rule.rule.trim()}`;
  if (rule.messageNode === undefined) return plain;
  try {
    const text = evaluator.value(rule.messageNode, variables);
    return typeof text === 'string' && text.trim() !== '' && !/[\r\n]/.test(text) ? text.trim() : plain;
  } catch (error) {
    if (error instanceof CelError) return plain;
    throw error;
  }
}

function ruleError(rule: CompiledRule, path: FieldPath, type: string, message: string): FieldError {
  const { reason, fieldPath } = rule;
  const own = fieldPath ? path.child(...fieldPath.replace(/^\./, '').split('.')) : path;
  if (reason === 'FieldValueRequired') return required(place(own) as FieldPath, message);
  if (reason === 'FieldValueForbidden') return forbidden(place(own) as FieldPath, message);
  const error = invalid(place(own), type, message);
  return reason === 'FieldValueDuplicate'
    ? { ...error, reason, body: error.body.replace('Invalid', 'Duplicate') }
    : error;
}

/** Undefined for an error that is not one of the expression. */
function faultText(error: unknown, rule: CompiledRule): string | undefined {
  if (error instanceof CostError) {
    return error.ofObject
      ? 'validation failed due to running out of cost budget, no further validation rules will be run'
      : `'${error.message}': call cost exceeds limit for rule: ${shownRule(rule)}`;
  }
  if (!(error instanceof CelError)) return undefined;
  if (!error.message.startsWith('no such overload'))
    return `${error.message} evaluating rule: ${shownRule(rule)}`;
  return `'${error.message}': call arguments did not match a supported operator, function or macro signature for rule: ${shownRule(rule)}`;
}
