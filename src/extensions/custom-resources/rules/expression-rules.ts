import type { Node } from '../../../api/cel/ast.ts';
import { asksForOld, parseExpression } from '../../../api/cel/compiler.ts';
import { Converter } from '../../../api/cel/converter.ts';
import { CostBudget, CostError } from '../../../api/cel/cost.ts';
import { Evaluator } from '../../../api/cel/evaluator.ts';
import { SchemaFields } from '../../../api/cel/object-value.ts';
import { CelError, type CelValue } from '../../../api/cel/values.ts';
import { isMap } from '../../../api/json/json-values.ts';
import {
  additionalOf,
  type ExtensionNames,
  itemsOf,
  type JsonSchema,
  propertyOf,
} from '../../../api/schema/json-schema.ts';
import { hasRules, rulesOf, type ValidationRule } from '../../../api/structural-schema/validate-rules.ts';
import {
  type FieldError,
  FieldPath,
  forbidden,
  invalid,
  required,
} from '../../../api/validation/field-errors.ts';
import { type Interruptible, Stops } from '../../../util/slices.ts';
import { maxMessageLength } from '../../../util/truncate.ts';

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
  readonly #fields: SchemaFields;
  readonly #compiled = new WeakMap<JsonSchema, readonly CompiledRule[]>();
  readonly #concerned = new WeakMap<JsonSchema, Concern>();

  constructor(schema: JsonSchema, names: ExtensionNames) {
    this.#schema = schema;
    this.#names = names;
    this.#fields = new SchemaFields(names);
  }

  /** `old`: undefined for a new object; then rules about changes do not count. */
  *validate(object: unknown, old: unknown): Interruptible<FieldError[]> {
    const walk = new Walk(new Converter(this.#fields));
    const position = { value: object, old, schema: this.#schema, path: FieldPath.root, isRoot: true };
    try {
      yield* this.#prepare(this.#schema, walk.stops);
      yield* this.#node(position, walk);
    } catch (error) {
      if (!(error instanceof CostError)) throw error;
    }
    return walk.errors;
  }

  *#node(position: Position, walk: Walk): Interruptible<void> {
    const { value } = position;
    yield* this.#ask(position, walk);
    if (Array.isArray(value)) yield* this.#items(value, position, walk);
    else if (isMap(value)) yield* this.#members(value, position, walk);
  }

  *#items(list: readonly unknown[], { old, schema, path }: Position, walk: Walk): Interruptible<void> {
    const items = itemsOf(schema);
    const concern = items === undefined ? 'none' : this.#concern(items);
    if (concern === 'none') return;
    const keys = (schema[this.#names.listMapKeys] as string[] | undefined) ?? [];
    const isMapList = schema[this.#names.listType] === 'map' && Array.isArray(old);
    const before = new Map<string, unknown>();
    if (isMapList && concern === 'changes') {
      for (const item of old as unknown[]) {
        before.set(keyOf(item, keys), item);
        if (walk.stops.due(stepsOfKey)) yield;
      }
    }
    for (let index = 0; index < list.length && !walk.isFull; index++) {
      const value = list[index];
      const previous = before.size === 0 ? undefined : before.get(keyOf(value, keys));
      const position = { value, old: previous, schema: items!, path: path.index(index) };
      yield* typeof value === 'object' ? this.#node(position, walk) : this.#ask(position, walk);
    }
  }

  *#members(
    object: Record<string, unknown>,
    { old, schema, path }: Position,
    walk: Walk,
  ): Interruptible<void> {
    const additional = additionalOf(schema);
    const before = isMap(old) ? old : {};
    for (const name in object) {
      const property = propertyOf(schema, name);
      const member = property ?? additional;
      if (walk.stops.due()) yield;
      if (member === undefined || this.#concern(member) === 'none') continue;
      if (walk.isFull) return;
      const value = object[name];
      const previous = Object.hasOwn(before, name) ? before[name] : undefined;
      const memberPath = property === undefined ? path.key(name) : path.child(name);
      const position = { value, old: previous, schema: member, path: memberPath };
      yield* typeof value === 'object' ? this.#node(position, walk) : this.#ask(position, walk);
    }
  }

  /** Asks the rules of one place. */
  *#ask(position: Position, walk: Walk): Interruptible<void> {
    const { value, schema } = position;
    if (walk.stops.due()) yield;
    if (value === undefined || value === null) return;
    const variables: Variables = new Map();
    for (const rule of this.#rules(schema)) {
      if (walk.isFull) break;
      this.#check(rule, position, variables, walk);
      if (walk.stops.due(walk.budget.taken)) yield;
    }
  }

  /** `variables`: those of the place, if they are known by now. */
  #check(
    rule: CompiledRule,
    { value, old, schema, path, isRoot = false }: Position,
    variables: Variables,
    walk: Walk,
  ): void {
    if (rule.isTransition && (old === undefined || old === null)) return;
    const { budget, converter, evaluator } = walk;
    const type = schema.type ?? '';
    try {
      budget.beginCall();
      if (variables.size === 0) {
        variables.set('self', converter.value(value, schema, isRoot));
        if (old !== undefined) variables.set('oldSelf', converter.value(old, schema, isRoot));
      }
      if (evaluator.value(rule.node, variables) === true) return;
      walk.add(ruleError(rule, path, type, messageOf(rule, evaluator, variables)));
    } catch (error) {
      const text = faultText(error, rule);
      if (text === undefined) throw error;
      walk.add(invalid(place(path), type, text));
      if (error instanceof CostError && error.ofObject) throw error;
    }
  }

  #rules(schema: JsonSchema): readonly CompiledRule[] {
    return this.#compiled.get(schema) ?? [];
  }

  #concern(schema: JsonSchema): Concern {
    return this.#concerned.get(schema) ?? 'none';
  }

  /** Compiles the rules of a schema and of those below it, once. */
  *#prepare(schema: JsonSchema, stops: Stops): Interruptible<Concern> {
    const known = this.#concerned.get(schema);
    if (known !== undefined) return known;
    const rules: CompiledRule[] = [];
    for (const rule of rulesOf(schema, this.#names)) {
      rules.push(...compiled(rule));
      if (stops.due(stepsToCompile)) yield;
    }
    let concern: Concern = rules.length === 0 ? 'none' : 'values';
    if (rules.some(({ isTransition }) => isTransition)) concern = 'changes';
    for (const below of childrenOf(schema)) {
      const other = yield* this.#prepare(below, stops);
      if (other === 'changes' || concern === 'none') concern = other;
      if (stops.due()) yield;
    }
    if (rules.length > 0) this.#compiled.set(schema, rules);
    this.#concerned.set(schema, concern);
    return concern;
  }
}

type Variables = Map<string, CelValue>;

/** The places that the rules of a schema and of those below it are about. */
type Concern = 'none' | 'values' | 'changes';

const stepsOfKey = 10;
const stepsToCompile = 500;

function childrenOf(schema: JsonSchema): JsonSchema[] {
  const below = [itemsOf(schema), additionalOf(schema)].filter((each) => each !== undefined);
  return schema.properties === undefined ? below : [...below, ...Object.values(schema.properties)];
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

/** Clients see a thousand errors at most. */
const maxErrors = 1_000;

/** One look at all values of an object. */
class Walk {
  readonly errors: FieldError[] = [];
  readonly budget = new CostBudget();
  readonly evaluator = new Evaluator(this.budget);
  readonly stops = new Stops();
  readonly converter: Converter;
  #length = 0;

  constructor(converter: Converter) {
    this.converter = converter;
  }

  get isFull(): boolean {
    return this.errors.length >= maxErrors || this.#length >= maxMessageLength;
  }

  add(error: FieldError): void {
    this.errors.push(error);
    this.#length += error.body.length;
  }
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

/** Characters of a message that an expression makes. */
const maxComposed = 5_120;

function messageOf(rule: CompiledRule, evaluator: Evaluator, variables: Map<string, CelValue>): string {
  const plain = rule.message?.trim() || `failed rule: ${rule.rule.trim()}`;
  if (rule.messageNode === undefined) return plain;
  try {
    const text = evaluator.value(rule.messageNode, variables);
    if (typeof text !== 'string' || text.length > maxComposed || /[\r\n]/.test(text)) return plain;
    return text.trim() || plain;
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
