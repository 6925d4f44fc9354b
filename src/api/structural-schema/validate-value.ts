import { goQuote } from '../../util/quote.ts';
import { atOnce, type Interruptible, Stops } from '../../util/slices.ts';
import { equalValues, isMap } from '../json/json-values.ts';
import {
  additionalOf,
  type ExtensionNames,
  itemsOf,
  type JsonSchema,
  propertyOf,
} from '../schema/json-schema.ts';
import {
  type FieldError,
  type FieldPath,
  invalid,
  notSupported,
  required,
  tooLong,
  tooMany,
  typeInvalid,
} from '../validation/field-errors.ts';
import { validateEach } from '../validation/validate-each.ts';
import { enumOf, firstTexts } from './enum-values.ts';
import { stepsOfFormat } from './formats.ts';
import { goShown } from './go-value.ts';
import { itemsBefore } from './item-correlation.ts';
import { type StepBudget, StepBudgetError } from './step-budget.ts';
import { ValidationResult, type ValueError } from './validation-result.ts';
import {
  boundErrors,
  formatErrors,
  intOrStringErrors,
  numberFormatErrors,
  stringErrors,
  typeErrors,
} from './value-rules.ts';
import { plainStyle, type ValueStyle } from './value-style.ts';

interface ValueContext {
  path: FieldPath;
  budget: StepBudget;
  /** Without it, that of the oldest releases. */
  style?: ValueStyle;
  /** The value before an update: what stays as it was is no error. Needs `names`. */
  old?: unknown;
  names?: ExtensionNames;
}

/** Checks a value against its schema: patterns and formats as Go has them, messages to the letter of those that clients know. */
export const validateValue = (value: unknown, schema: JsonSchema, context: ValueContext): FieldError[] =>
  atOnce(validateLargeValue(value, schema, context));

/** The same for a value that can be large. */
export function* validateLargeValue(
  value: unknown,
  schema: JsonSchema,
  context: ValueContext,
): Interruptible<FieldError[]> {
  const { path, style = plainStyle } = context;
  const result = yield* validate(value, schema, context);
  if (result === undefined) return [invalid(path, '', 'takes too many steps to be validated')];
  return validateEach(result.errors, (error) => [fieldErrorOf(error, path, style)]);
}

function fieldErrorOf(error: ValueError, path: FieldPath, style: ValueStyle): FieldError {
  const { at, reason, value, text, supported, limit = 0, count = 0 } = error;
  const place = at === '' || at === '.' ? path : path.child(at.replace(/^\./, ''));
  const shown = style.showsJson ? value : goShown(value);
  if (reason === 'required') return required(place);
  if (reason === 'enum') return notSupported(place, shown, firstTexts(supported ?? []));
  if (reason === 'whole') return invalid(path, '', text);
  if (!style.isPrecise || reason === 'invalid') return invalid(place, shown, text);
  if (reason === 'type') return typeInvalid(place, shown, text);
  if (reason === 'many')
    return style.showsJson && limit === 1
      ? tooMany(place, count, limit, 'item')
      : tooMany(place, count, limit);
  return style.tellsBytes
    ? tooLong(place, limit, `may not be more than ${limit} bytes`)
    : tooLong(place, limit);
}

/** Undefined when the budget is exceeded. */
function* validate(
  value: unknown,
  schema: JsonSchema,
  context: ValueContext,
): Interruptible<ValidationResult | undefined> {
  try {
    return yield* new ValueValidator(context).check(value, schema, '', context.old);
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
  readonly #style: ValueStyle;
  readonly #names: ExtensionNames | undefined;
  readonly #stops = new Stops();

  constructor({ budget, style = plainStyle, names }: ValueContext) {
    this.#budget = budget;
    this.#style = style;
    this.#names = names;
  }

  /** `old`: the value that it replaces; undefined when there is none, or none that is known to be the same. */
  *check(value: unknown, schema: JsonSchema, at: string, old?: unknown): Interruptible<ValidationResult> {
    const result = new ValidationResult(at);
    if (old !== undefined && equalValues(old, value)) return result;
    this.#checkType(value, schema, result);
    if (value !== null && hasAlternatives(schema)) yield* this.#checkAlternatives(value, schema, result, old);
    if (typeof value !== 'object') this.#checkScalar(value, schema, result);
    else if (Array.isArray(value)) yield* this.#checkItems(value, schema, result, old);
    this.#checkEnum(value, schema, result);
    if (isMap(value)) yield* this.#checkProperties(value, schema, result, old);
    if (this.#stops.due(this.#budget.sinceLast())) yield;
    return result;
  }

  /** Most parts of values are scalars, whose check needs no stops. */
  #part(value: unknown, schema: JsonSchema, at: string, old: unknown): ValidationResult | undefined {
    if ((typeof value === 'object' && value !== null) || hasAlternatives(schema)) return undefined;
    const result = new ValidationResult(at);
    if (old !== undefined && equalValues(old, value)) return result;
    this.#checkType(value, schema, result);
    if (value !== null) this.#checkScalar(value, schema, result);
    this.#checkEnum(value, schema, result);
    return result;
  }

  #checkType(value: unknown, schema: JsonSchema, result: ValidationResult): void {
    this.#budget.take(stepsOfCheck);
    if (this.#names !== undefined && this.#style.isPrecise && schema[this.#names.intOrString] === true) {
      return result.add(intOrStringErrors(value, result.at));
    }
    if (schema.type || schema['format']) result.add(typeErrors(value, schema, result.at));
    if (this.#style.checksNumberFormats) result.add(numberFormatErrors(value, schema, result.at));
  }

  #checkScalar(value: unknown, schema: JsonSchema, result: ValidationResult): void {
    const { at } = result;
    if (typeof value === 'string') {
      this.#budget.take(value.length >> 5);
      result.add(stringErrors(value, schema, at, this.#budget.take));
      const format = schema['format'] as string | undefined;
      if (!format) return;
      this.#budget.take(value.length * stepsOfFormat(format));
      result.add(formatErrors(value, format, at, this.#style.knowsNames));
    }
    if (typeof value === 'number' || typeof value === 'bigint')
      result.add(boundErrors(value, schema, at, this.#style.isPrecise));
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
    old: unknown,
  ): Interruptible<ValidationResult[]> {
    const results: ValidationResult[] = [];
    for (const schema of schemas) results.push(yield* this.check(value, schema, at, old));
    return results;
  }

  *#checkAlternatives(
    value: unknown,
    { anyOf, oneOf, allOf, not }: JsonSchema,
    result: ValidationResult,
    old: unknown,
  ): Interruptible<void> {
    const { at } = result;
    this.#budget.take(stepsOfAlternatives);
    const addWhole = (text: string) =>
      result.addError({ reason: 'whole', value: '', text: `${goQuote(at)} must ${text}` });
    const any = yield* this.#checkEach(value, anyOf, at, old);
    if (any.length > 0 && !any.some(isValid)) {
      addWhole('validate at least one schema (anyOf)');
      result.merge(bestMatch(any));
    }
    const one = yield* this.#checkEach(value, oneOf, at, old);
    const valid = one.filter(isValid).length;
    if (one.length > 0 && valid !== 1) {
      const found = valid === 0 ? 'Found none valid' : `Found ${valid} valid alternatives`;
      addWhole(`validate one and only one schema (oneOf). ${found}`);
      if (valid === 0) result.merge(bestMatch(one));
    }
    const all = yield* this.#checkEach(value, allOf, at, old);
    for (const each of all) result.merge(each);
    if (!all.every(isValid)) {
      addWhole(`validate all the schemas (allOf)${all.some(isValid) ? '' : '. None validated'}`);
    }
    if (not !== undefined && isValid(yield* this.check(value, not, at)))
      addWhole('not validate the schema (not)');
  }

  *#checkItems(
    value: readonly unknown[],
    schema: JsonSchema,
    result: ValidationResult,
    old: unknown,
  ): Interruptible<void> {
    const { at } = result;
    const items = itemsOf(schema);
    if (items !== undefined) {
      const before = this.#names && itemsBefore(old, schema, this.#names);
      for (let index = 0; index < value.length; index++) {
        const item = value[index];
        // Without an index, errors with the same text are one.
        const place = this.#style.isPrecise ? `${at}[${index}]` : at;
        const own = before?.(item);
        result.merge(this.#part(item, items, place, own) ?? (yield* this.check(item, items, place, own)));
        if (this.#stops.due(this.#budget.sinceLast())) yield;
      }
    }
    const { minItems, maxItems } = schema as { minItems?: number; maxItems?: number };
    const count = value.length;
    const textOf = (limit: string) => `${at} in body should have at ${limit} items`;
    if (minItems !== undefined && count < minItems)
      result.addError({ reason: 'invalid', value: count, text: textOf(`least ${minItems}`) });
    if (maxItems !== undefined && count > maxItems) {
      const text = textOf(`most ${maxItems}`);
      result.addError({ reason: 'many', value: count, text, count, limit: maxItems });
    }
  }

  *#checkProperties(
    value: Record<string, unknown>,
    schema: JsonSchema,
    result: ValidationResult,
    old: unknown,
  ): Interruptible<void> {
    const { at } = result;
    const before = isMap(old) ? old : undefined;
    const { minProperties, maxProperties } = schema as { minProperties?: number; maxProperties?: number };
    const count = Object.keys(value).length;
    const addError = (bound: 'least' | 'most', limit: number) => {
      const text = `${at} in body should have at ${bound} ${limit} properties`;
      const value = this.#style.isPrecise ? count : limit;
      result.addError({ reason: bound === 'most' ? 'many' : 'invalid', value, text, limit, count });
    };
    const isTooSmall = minProperties !== undefined && count < minProperties;
    const isTooLarge = !isTooSmall && maxProperties !== undefined && count > maxProperties;
    if (isTooSmall) addError('least', minProperties);
    if (isTooLarge) addError('most', maxProperties);
    if (!this.#style.isPrecise && (isTooSmall || isTooLarge)) return;
    const additional = additionalOf(schema);
    for (const name in value) {
      const item = value[name];
      const property = propertyOf(schema, name);
      const member = property ?? additional;
      const place = property !== undefined && at === '' ? name : `${at}.${name}`;
      if (member !== undefined)
        result.merge(
          this.#part(item, member, place, before?.[name]) ??
            (yield* this.check(item, member, place, before?.[name])),
        );
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
