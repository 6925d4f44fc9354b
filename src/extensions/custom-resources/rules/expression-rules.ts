import { Budget, CostError } from '../../../api/cel/budget.ts';
import type { Activation } from '../../../api/cel/contract.ts';
import { SchemaReaders } from '../../../api/cel/schema/schema-values.ts';
import { type CelValue, OptionalValue } from '../../../api/cel/values/value.ts';
import { equalValues, isMap } from '../../../api/json/json-values.ts';
import {
  additionalOf,
  type ExtensionNames,
  itemsOf,
  type JsonSchema,
  propertyOf,
} from '../../../api/schema/json-schema.ts';
import { itemsBefore } from '../../../api/structural-schema/item-correlation.ts';
import { hasRules, rulesOf } from '../../../api/structural-schema/rule.ts';
import { RuleEnvironment } from '../../../api/structural-schema/rule-environments.ts';
import type { ValueStyle } from '../../../api/structural-schema/value-style.ts';
import { type FieldError, FieldPath, fieldErrorText } from '../../../api/validation/field-errors.ts';
import { type Interruptible, Stops, timed } from '../../../util/slices.ts';
import { maxMessageLength } from '../../../util/truncate.ts';
import { type CompiledRule, compiledRules } from './compiled-rules.ts';
import { errorOfRule, faultOfRule, messageOf } from './rule-errors.ts';
import { noRuleObserver, type RuleObserver } from './rule-observer.ts';

export interface RuleOptions {
  readonly release: string;
  readonly names: ExtensionNames;
  readonly style: ValueStyle;
  readonly observer?: RuleObserver;
}

/** The rules in expressions of one schema; undefined if it has none. */
export function expressionRules(schema: JsonSchema, options: RuleOptions): ExpressionRules | undefined {
  return hasRules(schema, options.names) ? new ExpressionRules(schema, options) : undefined;
}

/** Findings of rules about an object: what is wrong, and what was wrong before and stays so. */
export interface RuleFindings {
  readonly errors: FieldError[];
  readonly warnings: string[];
}

/** Asks the rules of a schema about objects. Expressions are compiled once, when they are asked first. */
export class ExpressionRules {
  readonly #schema: JsonSchema;
  readonly #options: RuleOptions;
  readonly #observer: RuleObserver;
  readonly #environment: RuleEnvironment;
  readonly #readers: SchemaReaders;
  readonly #compiled = new WeakMap<JsonSchema, readonly CompiledRule[]>();
  readonly #concerned = new WeakMap<JsonSchema, boolean>();

  constructor(schema: JsonSchema, options: RuleOptions) {
    this.#schema = schema;
    this.#options = options;
    this.#observer = options.observer ?? noRuleObserver;
    this.#environment = new RuleEnvironment(options.release, true, options.names);
    this.#readers = new SchemaReaders(this.#environment.types);
  }

  /** `old`: undefined for a new object; then rules about changes do not count. */
  *validate(object: unknown, old: unknown): Interruptible<RuleFindings> {
    const walk = new Walk();
    const root = { value: object, old, schema: this.#schema, path: FieldPath.root, isRoot: true };
    yield* this.#prepare(this.#schema, true, walk.stops);
    try {
      yield* this.#node(root, walk);
    } catch (error) {
      if (!(error instanceof EndOfWalk)) throw error;
    }
    this.#observer.evaluated(walk.seconds);
    return walk;
  }

  *#node(position: Position, walk: Walk): Interruptible<void> {
    const { value } = position;
    yield* this.#ask(position, walk);
    if (Array.isArray(value)) yield* this.#items(value, position, walk);
    else if (isMap(value)) {
      for (const name in value) {
        if (walk.isFull) return;
        yield* this.#member(name, position, walk);
      }
    }
  }

  *#items(list: readonly unknown[], { old, schema, path }: Position, walk: Walk): Interruptible<void> {
    const items = itemsOf(schema);
    if (items === undefined || !this.#isConcerned(items)) return;
    const before = itemsBefore(old, schema, this.#options.names);
    for (let index = 0; index < list.length && !walk.isFull; index++) {
      const value = list[index];
      yield* this.#node({ value, old: before?.(value), schema: items, path: path.index(index) }, walk);
    }
  }

  *#member(name: string, { value, old, schema, path }: Position, walk: Walk): Interruptible<void> {
    const property = propertyOf(schema, name);
    const member = property ?? additionalOf(schema);
    if (walk.stops.due()) yield;
    const object = value as Record<string, unknown>;
    if (member === undefined || !this.#isConcerned(member) || !Object.hasOwn(object, name)) return;
    const previous = isMap(old) && Object.hasOwn(old, name) ? old[name] : undefined;
    const memberPath = property === undefined ? path.key(name) : path.child(name);
    yield* this.#node({ value: object[name], old: previous, schema: member, path: memberPath }, walk);
  }

  /** Asks the rules of one place. */
  *#ask(position: Position, walk: Walk): Interruptible<void> {
    const { value, schema } = position;
    if (walk.stops.due()) yield;
    if (value === undefined || value === null) return;
    const rules = this.#compiled.get(schema);
    if (rules === undefined) return;
    const variables = new PlaceVariables(this.#readers, position);
    for (const rule of rules) {
      if (walk.isFull) break;
      this.#check(rule, position, variables, walk);
      if (walk.stops.due(walk.budget.stepsOfCall)) yield;
    }
  }

  #check(rule: CompiledRule, position: Position, variables: PlaceVariables, walk: Walk): void {
    const { value, old, path, schema } = position;
    const hasOld = old !== undefined && old !== null;
    if (rule.usesOld && !hasOld && !rule.hasOptionalOld) return;
    const place = { value, path, schema, showsValues: this.#options.style.showsRuled };
    const activation = variables.for(rule);
    try {
      walk.budget.beginCall();
      if (walk.timed(() => rule.expression.evaluate(activation, walk.budget)) === true) return;
      const error = errorOfRule(rule, place, messageOf(rule, activation, walk.budget));
      const isKept = this.#options.style.ratchets && hasOld && !rule.usesOld && equalValues(old, value);
      if (isKept) walk.warnings.push(fieldErrorText(error));
      else walk.add(error);
    } catch (error) {
      const fault = faultOfRule(error, rule, place);
      if (fault === undefined) throw error;
      walk.add(fault);
      if (error instanceof CostError) throw new EndOfWalk();
    }
  }

  #isConcerned(schema: JsonSchema): boolean {
    return this.#concerned.get(schema) ?? false;
  }

  /** Compiles the rules of a schema and of those below it, once. Answers whether there are any. */
  *#prepare(schema: JsonSchema, isRoot: boolean, stops: Stops): Interruptible<boolean> {
    const known = this.#concerned.get(schema);
    if (known !== undefined) return known;
    const isWhole = isRoot || schema[this.#options.names.embeddedResource] === true;
    const rules: CompiledRule[] = [];
    for (const rule of rulesOf(schema, this.#options.names)) {
      const compiled = compiledRules(rule, schema, isWhole, this.#environment);
      rules.push(...(yield* timed(compiled, (seconds) => this.#observer.compiled(seconds))));
    }
    let isConcerned = rules.length > 0;
    for (const below of childrenOf(schema)) {
      if (yield* this.#prepare(below, false, stops)) isConcerned = true;
      if (stops.due()) yield;
    }
    if (rules.length > 0) this.#compiled.set(schema, rules);
    this.#concerned.set(schema, isConcerned);
    return isConcerned;
  }
}

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

/** The variables of the rules of one place. */
class PlaceVariables {
  readonly #readers: SchemaReaders;
  readonly #position: Position;
  #self: CelValue | undefined;
  #old: CelValue | undefined;

  constructor(readers: SchemaReaders, position: Position) {
    this.#readers = readers;
    this.#position = position;
  }

  for({ hasOptionalOld }: CompiledRule): Activation {
    return {
      get: (name) => {
        if (name === 'self') return this.#value();
        return name === 'oldSelf' ? this.#before(hasOptionalOld) : undefined;
      },
    };
  }

  #value(): CelValue {
    const { value, schema, isRoot = false } = this.#position;
    if (this.#self === undefined) this.#self = this.#readers.value(value, schema, isRoot);
    return this.#self;
  }

  #before(isOptional: boolean): CelValue | undefined {
    const { old, schema, isRoot = false } = this.#position;
    const isThere = old !== undefined && old !== null;
    if (isThere) this.#old ??= this.#readers.value(old, schema, isRoot);
    if (!isOptional) return this.#old;
    return isThere ? new OptionalValue(this.#old) : OptionalValue.none;
  }
}

/** Nothing more is asked. */
class EndOfWalk extends Error {}

/** Clients see a thousand errors at most. */
const maxErrors = 1_000;
/** Cost of all rules of one object together. */
const maxCost = 10_000_000;

/** One look at all values of an object. */
class Walk implements RuleFindings {
  readonly errors: FieldError[] = [];
  readonly warnings: string[] = [];
  readonly budget = new Budget(maxCost);
  readonly stops = new Stops();
  #length = 0;

  /** Time that expressions took. */
  seconds = 0;

  /** Without the turns of others between two expressions. */
  timed<T>(evaluate: () => T): T {
    const since = performance.now();
    try {
      return evaluate();
    } finally {
      this.seconds += (performance.now() - since) / 1_000;
    }
  }

  get isFull(): boolean {
    return this.errors.length >= maxErrors || this.#length >= maxMessageLength;
  }

  add(error: FieldError): void {
    this.errors.push(error);
    this.#length += error.body.length;
  }
}
