import { goQuote } from '../../util/quote.ts';
import { atOnce, type Interruptible, Stops } from '../../util/slices.ts';
import { isMap } from '../json/json-values.ts';
import { additionalOf, itemsOf, type JsonSchema, propertyOf } from '../schema/json-schema.ts';
import {
  type FieldError,
  type FieldPath,
  invalid,
  notSupported,
  required,
} from '../validation/field-errors.ts';
import { validateEach } from '../validation/validate-each.ts';
import { enumOf, firstTexts } from './enum-values.ts';
import { stepsOfFormat } from './formats.ts';
import { goShown } from './go-value.ts';
import { type StepBudget, StepBudgetError } from './step-budget.ts';
import { ValidationResult } from './validation-result.ts';
import { boundErrors, formatErrors, stringErrors, typeErrors } from './value-rules.ts';

interface ValueContext {
  path: FieldPath;
  budget: StepBudget;
}

/** Checks a value against its schema: patterns and formats as Go has them, messages to the letter of those that clients know. */
export const validateValue = (value: unknown, schema: JsonSchema, context: ValueContext): FieldError[] =>
  atOnce(validateLargeValue(value, schema, context));

/** The same for a value that can be large. */
export function* validateLargeValue(
  value: unknown,
  schema: JsonSchema,
  { path, budget }: ValueContext,
): Interruptible<FieldError[]> {
  const result = yield* validate(value, schema, budget);
  if (result === undefined) return [invalid(path, '', 'takes too many steps to be validated')];
  return validateEach(result.errors, ({ at, reason, value: shown, text, supported }) => {
    const place = at === '' || at === '.' ? path : path.child(at.replace(/^\./, ''));
    if (reason === 'required') return [required(place)];
    if (reason === 'enum') return [notSupported(place, goShown(shown), firstTexts(supported ?? []))];
    return [reason === 'whole' ? invalid(path, '', text) : invalid(place, goShown(shown), text)];
  });
}

/** Undefined when the budget is exceeded. */
function* validate(
  value: unknown,
  schema: JsonSchema,
  budget: StepBudget,
): Interruptible<ValidationResult | undefined> {
  try {
    return yield* new ValueValidator(budget).check(value, schema, '');
  } catch (error) {
    if (error instanceof StepBudgetError) return undefined;
    throw error;
  }
}

/** Alternatives apply to the whole value. */
const hasAlternatives = ({ anyOf, oneOf, allOf, not }: JsonSchema): boolean =>
  Boolean(anyOf || oneOf || allOf || not);

class ValueValidator {
  readonly #budget: StepBudget;
  readonly #stops = new Stops();

  constructor(budget: StepBudget) {
    this.#budget = budget;
  }

  *check(value: unknown, schema: JsonSchema, at: string): Interruptible<ValidationResult> {
    const result = new ValidationResult(at);
    this.#checkType(value, schema, result);
    if (value !== null && hasAlternatives(schema)) yield* this.#checkAlternatives(value, schema, result);
    if (typeof value !== 'object') this.#checkScalar(value, schema, result);
    else if (Array.isArray(value)) yield* this.#checkItems(value, schema, result);
    this.#checkEnum(value, schema, result);
    if (isMap(value)) yield* this.#checkProperties(value, schema, result);
    if (this.#stops.due(this.#budget.sinceLast())) yield;
    return result;
  }

  /** Most parts of values are scalars, whose check needs no stops. */
  #part(value: unknown, schema: JsonSchema, at: string): ValidationResult | undefined {
    if ((typeof value === 'object' && value !== null) || hasAlternatives(schema)) return undefined;
    const result = new ValidationResult(at);
    this.#checkType(value, schema, result);
    if (value !== null) this.#checkScalar(value, schema, result);
    this.#checkEnum(value, schema, result);
    return result;
  }

  #checkType(value: unknown, schema: JsonSchema, result: ValidationResult): void {
    this.#budget.take(stepsOfCheck);
    if (schema.type || schema['format']) result.add(typeErrors(value, schema, result.at));
  }

  #checkScalar(value: unknown, schema: JsonSchema, result: ValidationResult): void {
    const { at } = result;
    if (typeof value === 'string') {
      this.#budget.take(value.length >> 5);
      result.add(stringErrors(value, schema, at, this.#budget.take));
      const format = schema['format'] as string | undefined;
      if (!format) return;
      this.#budget.take(value.length * stepsOfFormat(format));
      result.add(formatErrors(value, format, at));
    }
    if (typeof value === 'number' || typeof value === 'bigint') result.add(boundErrors(value, schema, at));
  }

  #checkEnum(value: unknown, schema: JsonSchema, result: ValidationResult): void {
    const values = schema['enum'] as unknown[] | undefined;
    if (!values?.length || enumOf(values).has(value, this.#budget.take)) return;
    result.addError({ reason: 'enum', value, text: 'enum', supported: values });
  }

  *#checkEach(
    value: unknown,
    schemas: readonly JsonSchema[] = [],
    at: string,
  ): Interruptible<ValidationResult[]> {
    const results: ValidationResult[] = [];
    for (const schema of schemas) results.push(yield* this.check(value, schema, at));
    return results;
  }

  *#checkAlternatives(
    value: unknown,
    { anyOf, oneOf, allOf, not }: JsonSchema,
    result: ValidationResult,
  ): Interruptible<void> {
    const { at } = result;
    this.#budget.take(stepsOfAlternatives);
    const addWhole = (text: string) =>
      result.addError({ reason: 'whole', value: '', text: `${goQuote(at)} must ${text}` });
    const any = yield* this.#checkEach(value, anyOf, at);
    if (any.length > 0 && !any.some(isValid)) {
      addWhole('validate at least one schema (anyOf)');
      result.merge(bestMatch(any));
    }
    const one = yield* this.#checkEach(value, oneOf, at);
    const valid = one.filter(isValid).length;
    if (one.length > 0 && valid !== 1) {
      const found = valid === 0 ? 'Found none valid' : `Found ${valid} valid alternatives`;
      addWhole(`validate one and only one schema (oneOf). ${found}`);
      if (valid === 0) result.merge(bestMatch(one));
    }
    const all = yield* this.#checkEach(value, allOf, at);
    for (const each of all) result.merge(each);
    if (!all.every(isValid)) {
      addWhole(`validate all the schemas (allOf)${all.some(isValid) ? '' : '. None validated'}`);
    }
    if (not !== undefined && isValid(yield* this.check(value, not, at)))
      addWhole('not validate the schema (not)');
  }

  *#checkItems(value: readonly unknown[], schema: JsonSchema, result: ValidationResult): Interruptible<void> {
    const { at } = result;
    const items = itemsOf(schema);
    if (items !== undefined) {
      // Errors of items have no index: those with the same text are one.
      for (const item of value) {
        result.merge(this.#part(item, items, at) ?? (yield* this.check(item, items, at)));
        if (this.#stops.due(this.#budget.sinceLast())) yield;
      }
    }
    const { minItems, maxItems } = schema as { minItems?: number; maxItems?: number };
    const addError = (limit: string) => {
      const text = `${at} in body should have at ${limit} items`;
      result.addError({ reason: 'invalid', value: value.length, text });
    };
    if (minItems !== undefined && value.length < minItems) addError(`least ${minItems}`);
    if (maxItems !== undefined && value.length > maxItems) addError(`most ${maxItems}`);
  }

  *#checkProperties(
    value: Record<string, unknown>,
    schema: JsonSchema,
    result: ValidationResult,
  ): Interruptible<void> {
    const { at } = result;
    const { minProperties, maxProperties } = schema as { minProperties?: number; maxProperties?: number };
    const count = Object.keys(value).length;
    const addError = (bound: 'least' | 'most', limit: number) => {
      const text = `${at} in body should have at ${bound} ${limit} properties`;
      result.addError({ reason: 'invalid', value: limit, text });
    };
    if (minProperties !== undefined && count < minProperties) return addError('least', minProperties);
    if (maxProperties !== undefined && count > maxProperties) return addError('most', maxProperties);
    const additional = additionalOf(schema);
    for (const name in value) {
      const item = value[name];
      const property = propertyOf(schema, name);
      const member = property ?? additional;
      const place = property !== undefined && at === '' ? name : `${at}.${name}`;
      if (member !== undefined)
        result.merge(this.#part(item, member, place) ?? (yield* this.check(item, member, place)));
      if (this.#stops.due(this.#budget.sinceLast())) yield;
      if (property !== undefined) continue;
      if (schema.additionalProperties !== false) continue;
      const text = `${at}.${name} in body is a forbidden property`;
      result.addError({ reason: 'invalid', value: name, text });
    }
    this.#budget.take(schema.required?.length ?? 0);
    for (const name of schema.required ?? []) {
      if (Object.hasOwn(value, name)) continue;
      this.#budget.take(stepsOfError);
      const text = `${at}.${name} in body is required`;
      result.add([{ at: `${at}.${name}`, reason: 'required', value: '', text }]);
    }
  }
}

const stepsOfAlternatives = 10;
const stepsOfError = 40;

/** Steps of the check of one value by one schema, beside those of its texts and alternatives. */
const stepsOfCheck = 4;

const isValid = ({ errors }: ValidationResult): boolean => errors.length === 0;

/** The first of the results with the most rules that hold. */
const bestMatch = (results: readonly ValidationResult[]): ValidationResult =>
  results.reduce((best, each) => (each.matchCount > best.matchCount ? each : best));
