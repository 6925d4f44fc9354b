import { goQuote } from '../../util/quote.ts';
import { equalValues, isMap } from '../json/json-values.ts';
import {
  type FieldError,
  type FieldPath,
  invalid,
  notSupported,
  required,
} from '../validation/field-errors.ts';
import { goShown } from './go-value.ts';
import { additionalOf, itemsOf, type JsonSchema, propertyOf } from './json-schema.ts';
import { type StepBudget, StepBudgetError } from './step-budget.ts';
import { ValidationResult } from './validation-result.ts';
import { boundErrors, formatErrors, stringErrors, typeErrors } from './value-rules.ts';

/** Checks a value against its schema: patterns and formats as Go has them, messages to the letter of those that clients know. */
export function validateValue(
  value: unknown,
  schema: JsonSchema,
  { path, budget }: { path: FieldPath; budget: StepBudget },
): FieldError[] {
  const result = validate(value, schema, budget);
  if (result === undefined) return [invalid(path, '', 'takes too many steps to be validated')];
  return result.errors.map(({ at, reason, value: shown, text, supported }) => {
    const place = at === '' || at === '.' ? path : path.child(at.replace(/^\./, ''));
    if (reason === 'required') return required(place);
    if (reason === 'enum') return notSupported(place, goShown(shown), supported ?? []);
    return reason === 'whole' ? invalid(path, '', text) : invalid(place, goShown(shown), text);
  });
}

/** Undefined when the budget is exceeded. */
function validate(value: unknown, schema: JsonSchema, budget: StepBudget): ValidationResult | undefined {
  try {
    return new ValueValidator(budget).check(value, schema, '');
  } catch (error) {
    if (error instanceof StepBudgetError) return undefined;
    throw error;
  }
}

class ValueValidator {
  readonly #budget: StepBudget;

  constructor(budget: StepBudget) {
    this.#budget = budget;
  }

  check(value: unknown, schema: JsonSchema, at: string): ValidationResult {
    const values = (schema['enum'] as unknown[] | undefined) ?? [];
    this.#budget.take(1 + values.length + (schema.required?.length ?? 0));
    const result = new ValidationResult(at);
    if (schema.type || schema['format']) {
      result.add(typeErrors(value, schema, at));
    }
    if (value !== null) {
      if (schema.anyOf || schema.oneOf || schema.allOf || schema.not) {
        this.#checkCombinators(value, schema, result);
      }
      if (typeof value === 'string') {
        this.#budget.take(value.length >> 6);
        result.add(stringErrors(value, schema, at));
        if (schema['format']) result.add(formatErrors(value, schema['format'] as string, at));
      }
      if (typeof value === 'number' || typeof value === 'bigint') result.add(boundErrors(value, schema, at));
      if (Array.isArray(value)) this.#checkItems(value, schema, result);
    }
    if (values.length > 0 && (value === null || !values.some((one) => isEnumValue(value, one)))) {
      const supported = values.map((one) => (typeof one === 'string' ? one : JSON.stringify(one)));
      result.addError({ reason: 'enum', value, text: 'enum', supported });
    }
    if (isMap(value)) this.#checkProperties(value, schema, result);
    return result;
  }

  #checkCombinators(
    value: unknown,
    { anyOf, oneOf, allOf, not }: JsonSchema,
    result: ValidationResult,
  ): void {
    const { at } = result;
    const checkEach = (schemas: readonly JsonSchema[] = []) =>
      schemas.map((schema) => this.check(value, schema, at));
    const addWhole = (text: string) =>
      result.addError({ reason: 'whole', value: '', text: `${goQuote(at)} must ${text}` });
    const any = checkEach(anyOf);
    if (any.length > 0 && !any.some(isValid)) {
      addWhole('validate at least one schema (anyOf)');
      result.merge(bestMatch(any));
    }
    const one = checkEach(oneOf);
    const valid = one.filter(isValid).length;
    if (one.length > 0 && valid !== 1) {
      const found = valid === 0 ? 'Found none valid' : `Found ${valid} valid alternatives`;
      addWhole(`validate one and only one schema (oneOf). ${found}`);
      if (valid === 0) result.merge(bestMatch(one));
    }
    const all = checkEach(allOf);
    for (const each of all) result.merge(each);
    if (!all.every(isValid)) {
      addWhole(`validate all the schemas (allOf)${all.some(isValid) ? '' : '. None validated'}`);
    }
    if (not !== undefined && isValid(this.check(value, not, at))) addWhole('not validate the schema (not)');
  }

  #checkItems(value: readonly unknown[], schema: JsonSchema, result: ValidationResult): void {
    const { at } = result;
    const items = itemsOf(schema);
    if (items !== undefined) {
      // Errors of items have no index: those with the same text are one.
      for (const item of value) result.merge(this.check(item, items, at));
    }
    const { minItems, maxItems } = schema as { minItems?: number; maxItems?: number };
    const addError = (limit: string) => {
      const text = `${at} in body should have at ${limit} items`;
      result.addError({ reason: 'invalid', value: value.length, text });
    };
    if (minItems !== undefined && value.length < minItems) addError(`least ${minItems}`);
    if (maxItems !== undefined && value.length > maxItems) addError(`most ${maxItems}`);
  }

  #checkProperties(value: Record<string, unknown>, schema: JsonSchema, result: ValidationResult): void {
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
    for (const [name, item] of Object.entries(value)) {
      const property = propertyOf(schema, name);
      if (property !== undefined) {
        result.merge(this.check(item, property, at === '' ? name : `${at}.${name}`));
        continue;
      }
      if (additional !== undefined) result.merge(this.check(item, additional, `${at}.${name}`));
      if (schema.additionalProperties !== false) continue;
      const text = `${at}.${name} in body is a forbidden property`;
      result.addError({ reason: 'invalid', value: name, text });
    }
    for (const name of schema.required ?? []) {
      if (Object.hasOwn(value, name)) continue;
      const text = `${at}.${name} in body is required`;
      result.add([{ at: `${at}.${name}`, reason: 'required', value: '', text }]);
    }
  }
}

/** A number is compared after its conversion to the type of the listed value: 5.5 is 5. */
const isEnumValue = (value: unknown, listed: unknown): boolean =>
  typeof value === 'number' && Number.isInteger(listed)
    ? Math.trunc(value) === listed
    : equalValues(listed, value);

const isValid = ({ errors }: ValidationResult): boolean => errors.length === 0;

/** The first of the results with the most rules that hold. */
const bestMatch = (results: readonly ValidationResult[]): ValidationResult =>
  results.reduce((best, each) => (each.matchCount > best.matchCount ? each : best));
