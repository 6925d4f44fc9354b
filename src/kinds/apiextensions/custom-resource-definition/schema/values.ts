import { isMap } from '../../../../api/json/json-values.ts';
import {
  type FieldError,
  type FieldPath,
  invalid,
  notSupported,
  required,
} from '../../../../api/validation/field-errors.ts';
import { goQuote } from '../../../../util/quote.ts';
import { sameValue } from '../../../shared/same-value.ts';
import { goShown } from './go-value.ts';
import { additionalOf, itemsOf, type JsonSchema } from './json-schema.ts';
import { propertyOf } from './pruning.ts';
import { type StepBudget, StepBudgetError } from './step-budget.ts';
import { ValidationResult } from './validation-result.ts';
import { boundErrors, lengthErrors, typeErrors } from './value-rules.ts';

/** Whether a value is one that its schema describes. Patterns and the formats of texts are not asked. */
export function validateValue(
  value: unknown,
  schema: JsonSchema,
  path: FieldPath,
  steps: StepBudget,
): FieldError[] {
  const finding = validate(value, schema, steps);
  if (finding === undefined) return [invalid(path, '', 'takes too many steps to be validated')];
  return finding.errors.map(({ at, reason, value: given, text, supported }) => {
    const place = at === '' || at === '.' ? path : path.child(at.replace(/^\./, ''));
    if (reason === 'required') return required(place);
    if (reason === 'enum') return notSupported(place, goShown(given), supported ?? []);
    return reason === 'whole' ? invalid(path, '', text) : invalid(place, goShown(given), text);
  });
}

/** Undefined when it takes too long to say. */
function validate(value: unknown, schema: JsonSchema, steps: StepBudget): ValidationResult | undefined {
  try {
    return new ValueValidator(steps).check(value, schema, '');
  } catch (error) {
    if (error instanceof StepBudgetError) return undefined;
    throw error;
  }
}

class ValueValidator {
  readonly #steps: StepBudget;

  constructor(steps: StepBudget) {
    this.#steps = steps;
  }

  check(value: unknown, schema: JsonSchema, at: string): ValidationResult {
    const values = (schema['enum'] as unknown[] | undefined) ?? [];
    this.#steps.take(1 + values.length + (schema.required?.length ?? 0));
    const finding = new ValidationResult();
    if (schema.type || schema['format']) {
      finding.add(typeErrors(value, schema, at));
    }
    if (value !== null) {
      if (schema.anyOf || schema.oneOf || schema.allOf || schema.not)
        this.#combine(value, schema, at, finding);
      if (typeof value === 'string') finding.add(lengthErrors(value, schema, at));
      if (typeof value === 'number') finding.add(boundErrors(value, schema, at));
      if (Array.isArray(value)) this.#items(value, schema, at, finding);
    }
    if (values.length > 0 && (value === null || !values.some((one) => sameValue(one, value)))) {
      const supported = values.map((one) => (typeof one === 'string' ? one : JSON.stringify(one)));
      finding.add([{ at, reason: 'enum', value, text: 'enum', supported }]);
    }
    if (isMap(value)) this.#properties(value, schema, at, finding);
    return finding;
  }

  #combine(
    value: unknown,
    { anyOf, oneOf, allOf, not }: JsonSchema,
    at: string,
    finding: ValidationResult,
  ): void {
    const each = (schemas: readonly JsonSchema[] = []) =>
      schemas.map((schema) => this.check(value, schema, at));
    const whole = (text: string) =>
      finding.add([{ at, reason: 'whole', value: '', text: `${goQuote(at)} must ${text}` }]);
    const any = each(anyOf);
    if (any.length > 0 && !any.some(isValid)) {
      whole('validate at least one schema (anyOf)');
      finding.merge(bestMatch(any));
    }
    const one = each(oneOf);
    const valid = one.filter(isValid).length;
    if (one.length > 0 && valid !== 1) {
      const found = valid === 0 ? 'Found none valid' : `Found ${valid} valid alternatives`;
      whole(`validate one and only one schema (oneOf). ${found}`);
      if (valid === 0) finding.merge(bestMatch(one));
    }
    const all = each(allOf);
    for (const each of all) finding.merge(each);
    if (!all.every(isValid)) {
      whole(`validate all the schemas (allOf)${all.some(isValid) ? '' : '. None validated'}`);
    }
    if (not !== undefined && isValid(this.check(value, not, at))) whole('not validate the schema (not)');
  }

  #items(value: readonly unknown[], schema: JsonSchema, at: string, finding: ValidationResult): void {
    const items = itemsOf(schema);
    if (items !== undefined) {
      value.forEach((item, index) => finding.merge(this.check(item, items, `${at}[${index}]`)));
    }
    const { minItems, maxItems } = schema as { minItems?: number; maxItems?: number };
    const fault = (text: string) =>
      finding.add([
        { at, reason: 'invalid', value: value.length, text: `${at} in body should have at ${text} items` },
      ]);
    if (minItems !== undefined && value.length < minItems) fault(`least ${minItems}`);
    if (maxItems !== undefined && value.length > maxItems) fault(`most ${maxItems}`);
  }

  #properties(
    value: Record<string, unknown>,
    schema: JsonSchema,
    at: string,
    finding: ValidationResult,
  ): void {
    const { minProperties, maxProperties } = schema as { minProperties?: number; maxProperties?: number };
    const count = Object.keys(value).length;
    const fault = (limit: number, text: string) =>
      finding.add([
        {
          at,
          reason: 'invalid',
          value: limit,
          text: `${at} in body should have at ${text} ${limit} properties`,
        },
      ]);
    if (minProperties !== undefined && count < minProperties) return fault(minProperties, 'least');
    if (maxProperties !== undefined && count > maxProperties) return fault(maxProperties, 'most');
    const additional = additionalOf(schema);
    for (const [name, item] of Object.entries(value)) {
      const property = propertyOf(schema, name);
      if (property !== undefined) {
        finding.merge(this.check(item, property, at === '' ? name : `${at}.${name}`));
        continue;
      }
      if (additional !== undefined) finding.merge(this.check(item, additional, `${at}.${name}`));
      if (schema.additionalProperties !== false) continue;
      const text = `${at}.${name} in body is a forbidden property`;
      finding.add([{ at, reason: 'invalid', value: name, text }]);
    }
    for (const name of schema.required ?? []) {
      if (Object.hasOwn(value, name)) continue;
      const text = `${at}.${name} in body is required`;
      finding.add([{ at: `${at}.${name}`, reason: 'required', value: '', text }]);
    }
  }
}

const isValid = ({ errors }: ValidationResult): boolean => errors.length === 0;

/** The first of those that hold to most rules. */
const bestMatch = (findings: readonly ValidationResult[]): ValidationResult =>
  findings.reduce((most, each) => (each.matchCount > most.matchCount ? each : most));
