import { Budget, CostError } from '../../../api/cel/budget.ts';
import type { CelExpression } from '../../../api/cel/contract.ts';
import type { RuleRelease } from '../../../api/cel/schema/rule-release.ts';
import { RuleScope } from '../../../api/cel/schema/rule-scope.ts';
import { SchemaTypes } from '../../../api/cel/schema/schema-types.ts';
import { SchemaReaders } from '../../../api/cel/schema/schema-values.ts';
import { CelError, type CelValue, OptionalValue } from '../../../api/cel/values/value.ts';
import { equalValues, isMap } from '../../../api/json/json-values.ts';
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
  expression: CelExpression;
  isTransition: boolean;
  /** Whether the old value may be missing. */
  hasOptionalOld: boolean;
  messageOf: CelExpression | undefined;
}

/** The rules in expressions of one schema; undefined if it has none. */
export function expressionRules(
  schema: JsonSchema,
  names: ExtensionNames,
  release: RuleRelease,
): ExpressionRules | undefined {
  return hasRules(schema, names) ? new ExpressionRules(schema, names, release) : undefined;
}

/** Asks the rules of a schema about objects. Expressions are parsed once. */
class ExpressionRules {
  readonly #schema: JsonSchema;
  readonly #names: ExtensionNames;
  readonly #release: RuleRelease;
  readonly #readers: SchemaReaders;
  readonly #compiled = new WeakMap<JsonSchema, readonly CompiledRule[]>();
  readonly #concerned = new WeakMap<JsonSchema, Concern>();

  constructor(schema: JsonSchema, names: ExtensionNames, release: RuleRelease) {
    this.#schema = schema;
    this.#names = names;
    this.#release = release;
    this.#readers = new SchemaReaders(new SchemaTypes(names, release.naming));
  }

  /** `old`: undefined for a new object; then rules about changes do not count. */
  *validate(object: unknown, old: unknown): Interruptible<FieldError[]> {
    const walk = new Walk();
    const position = { value: object, old, schema: this.#schema, path: FieldPath.root, isRoot: true };
    try {
      yield* this.#prepare(this.#schema, walk.stops, true);
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
      if (walk.stops.due(walk.budget.stepsOfCall)) yield;
    }
  }

  /** `variables`: those of the place, if they are known by now. */
  #check(
    rule: CompiledRule,
    { value, old, schema, path, isRoot = false }: Position,
    variables: Variables,
    walk: Walk,
  ): void {
    const hasOld = old !== undefined && old !== null;
    if (rule.isTransition && !hasOld && !rule.hasOptionalOld) return;
    const { budget } = walk;
    const shown = this.#shown(value, schema);
    try {
      budget.beginCall();
      if (!variables.has('self')) variables.set('self', this.#readers.value(value, schema, isRoot));
      if (hasOld && !variables.has('oldSelf'))
        variables.set('oldSelf', this.#readers.value(old, schema, isRoot));
      const own = rule.hasOptionalOld ? withOptionalOld(variables) : variables;
      if (rule.expression.evaluate(own, budget) === true) return;
      if (!rule.isTransition && hasOld && this.#release.keepsUnchanged && equalValues(value, old)) return;
      walk.add(ruleError(rule, path, shown, messageOf(rule, budget, own)));
    } catch (error) {
      const text = faultText(error, rule);
      if (text === undefined) throw error;
      walk.add(shownError(invalid(place(path), shown.value, text), shown));
      if (error instanceof CostError && error.isOfAll) throw error;
    }
  }

  /**
   * All that clients see of a value that breaks a rule: the name of its type; in later releases the value itself, if it
   * is none of many parts.
   */
  #shown(value: unknown, schema: JsonSchema): Shown {
    if (!this.#release.showsValues) return { value: schema.type ?? '', isOmitted: false };
    const isOmitted = typeof value === 'object' && value !== null;
    return { value: isOmitted ? '' : value, isOmitted };
  }

  #rules(schema: JsonSchema): readonly CompiledRule[] {
    return this.#compiled.get(schema) ?? [];
  }

  #concern(schema: JsonSchema): Concern {
    return this.#concerned.get(schema) ?? 'none';
  }

  /** Compiles the rules of a schema and of those below it, once. */
  *#prepare(schema: JsonSchema, stops: Stops, isRoot = false): Interruptible<Concern> {
    const known = this.#concerned.get(schema);
    if (known !== undefined) return known;
    const rules: CompiledRule[] = [];
    const own = rulesOf(schema, this.#names);
    const isWhole = isRoot || schema[this.#names.embeddedResource] === true;
    const scope = own.length === 0 ? undefined : new RuleScope(this.#release, this.#names, schema, isWhole);
    for (const rule of own) {
      rules.push(...compiled(rule, scope!, this.#release));
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

/** Cost of all rules of one object. */
const maxObjectCost = 10_000_000;

/** Clients see a thousand errors at most. */
const maxErrors = 1_000;

/** One look at all values of an object. */
class Walk {
  readonly errors: FieldError[] = [];
  readonly budget = new Budget(maxObjectCost);
  readonly stops = new Stops();
  #length = 0;

  get isFull(): boolean {
    return this.errors.length >= maxErrors || this.#length >= maxMessageLength;
  }

  add(error: FieldError): void {
    this.errors.push(error);
    this.#length += error.body.length;
  }
}

/** A rule that cannot be read was stored by another program. */
function compiled(rule: ValidationRule, scope: RuleScope, release: RuleRelease): CompiledRule[] {
  const { rule: text = '', messageExpression } = rule;
  const hasOptionalOld = release.hasOptionalOld && rule.optionalOldSelf === true;
  const found = scope.compile(text, { isStored: true, hasOptionalOld });
  if ('problem' in found) return [];
  const { expression } = found;
  const message = messageExpression
    ? scope.compile(messageExpression, { isStored: true, hasOptionalOld })
    : undefined;
  const messageOf = message === undefined || 'problem' in message ? undefined : message.expression;
  const isTransition = expression.uses('oldSelf');
  return [
    {
      ...rule,
      rule: text,
      expression,
      hasOptionalOld: hasOptionalOld && isTransition,
      messageOf,
      isTransition,
    },
  ];
}

/** The old value as one that may be missing. */
function withOptionalOld(variables: Variables): Variables {
  const old = variables.get('oldSelf');
  return new Map(variables).set('oldSelf', old === undefined ? OptionalValue.none : new OptionalValue(old));
}

interface Shown {
  readonly value: unknown;
  /** Whether nothing is shown. */
  readonly isOmitted: boolean;
}

/** An error without the value, if that is not to be shown. */
const shownError = (error: FieldError, { isOmitted }: Shown): FieldError =>
  isOmitted ? { ...error, body: error.body.replace(/^(\w+ value): .*?: /s, '$1: ') } : error;

const keyOf = (item: unknown, keys: readonly string[]): string =>
  JSON.stringify(isMap(item) ? keys.map((key) => item[key] ?? null) : item);

/** The whole object has a name of its own among clients. */
const place = (path: FieldPath): FieldPath | string => (path === FieldPath.root ? '<nil>' : path);

const shownRule = ({ rule, message }: CompiledRule): string => message?.trim() || rule.trim();

/** Characters of a message that an expression makes. */
const maxComposed = 5_120;

function messageOf(rule: CompiledRule, budget: Budget, variables: Variables): string {
  const plain = rule.message?.trim() || `failed rule: ${rule.rule.trim()}`;
  if (rule.messageOf === undefined) return plain;
  try {
    const text = rule.messageOf.evaluate(variables, budget);
    if (typeof text !== 'string' || text.length > maxComposed || /[\r\n]/.test(text)) return plain;
    return text.trim() || plain;
  } catch (error) {
    if (error instanceof CelError) return plain;
    throw error;
  }
}

function ruleError(rule: CompiledRule, path: FieldPath, shown: Shown, message: string): FieldError {
  const { reason, fieldPath } = rule;
  const own = fieldPath ? path.child(...fieldPath.replace(/^\./, '').split('.')) : path;
  if (reason === 'FieldValueRequired') return required(place(own) as FieldPath, message);
  if (reason === 'FieldValueForbidden') return forbidden(place(own) as FieldPath, message);
  const error = shownError(invalid(place(own), shown.value, message), shown);
  return reason === 'FieldValueDuplicate'
    ? { ...error, reason, body: error.body.replace('Invalid', 'Duplicate') }
    : error;
}

/** Undefined for an error that is not one of the expression. */
function faultText(error: unknown, rule: CompiledRule): string | undefined {
  if (error instanceof CostError) {
    return error.isOfAll
      ? 'validation failed due to running out of cost budget, no further validation rules will be run'
      : `'${error.message}': call cost exceeds limit for rule: ${shownRule(rule)}`;
  }
  if (!(error instanceof CelError)) return undefined;
  if (!error.message.startsWith('no such overload'))
    return `${error.message} evaluating rule: ${shownRule(rule)}`;
  return `'${error.message}': call arguments did not match a supported operator, function or macro signature for rule: ${shownRule(rule)}`;
}
