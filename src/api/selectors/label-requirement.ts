import { type FieldError, fieldErrorsText, invalid } from '../validation/field-errors.ts';
import { labelValue, qualifiedName } from '../validation/names.ts';
import { validateEach } from '../validation/validate-each.ts';
import { SelectorError } from './selector-error.ts';

/** `exists` and `!` take no value, `in` and `notin` at least one, the others exactly one. */
export type LabelOperator = '=' | '==' | '!=' | 'in' | 'notin' | 'exists' | '!' | 'gt' | 'lt';

export type Labels = Readonly<Record<string, string>>;

/** A condition on one label. */
export class LabelRequirement {
  readonly key: string;
  readonly operator: LabelOperator;
  readonly values: readonly string[];
  readonly #values: ReadonlySet<string>;

  /** Checks nothing: see checkedRequirement. */
  constructor(key: string, operator: LabelOperator, values: readonly string[]) {
    this.key = key;
    this.operator = operator;
    this.values = values;
    this.#values = new Set(values);
  }

  matches(labels: Labels): boolean {
    // Keys are data, such as `constructor`: inherited properties do not count.
    const value = Object.hasOwn(labels, this.key) ? labels[this.key] : undefined;
    switch (this.operator) {
      case '=':
      case '==':
      case 'in':
        return value !== undefined && this.#values.has(value);
      case '!=':
      case 'notin':
        return value === undefined || !this.#values.has(value);
      case 'exists':
        return value !== undefined;
      case '!':
        return value === undefined;
      case 'gt':
      case 'lt':
        return value !== undefined && this.#compares(value);
    }
  }

  /** `a=b`, `a in (b,c)`, `!a`; values are sorted. */
  toString(): string {
    if (this.operator === 'exists') return this.key;
    if (this.operator === '!') return `!${this.key}`;
    const values = [...this.values].sort().join(',');
    switch (this.operator) {
      case 'in':
      case 'notin':
        return `${this.key} ${this.operator} (${values})`;
      case 'gt':
        return `${this.key}>${values}`;
      case 'lt':
        return `${this.key}<${values}`;
      default:
        return `${this.key}${this.operator}${values}`;
    }
  }

  /** A label that is not a number is neither greater nor less. */
  #compares(value: string): boolean {
    const [mine, theirs] = [parseInt64(this.values[0] ?? ''), parseInt64(value)];
    if (mine === undefined || theirs === undefined) return false;
    return this.operator === 'gt' ? theirs > mine : theirs < mine;
  }
}

/** Undefined for a text that is not a 64-bit integer. */
export function parseInt64(text: string): bigint | undefined {
  if (text.length > 63 || !/^[-+]?[0-9]+$/.test(text)) return undefined;
  const value = BigInt(text.replace('+', ''));
  return value === BigInt.asIntN(64, value) ? value : undefined;
}

function validateValueCount(operator: LabelOperator, values: readonly string[]): FieldError[] {
  const wrong = (detail: string): FieldError[] => [invalid('values', values, detail)];
  switch (operator) {
    case 'in':
    case 'notin':
      return values.length > 0 ? [] : wrong("for 'in', 'notin' operators, values set can't be empty");
    case 'exists':
    case '!':
      return values.length === 0 ? [] : wrong('values set must be empty for exists and does not exist');
    case 'gt':
    case 'lt':
      return values.length === 1 ? [] : wrong("for 'Gt', 'Lt' operators, exactly one value is required");
    default:
      return values.length === 1 ? [] : wrong('exact-match compatibility requires one single value');
  }
}

/** `field`: in errors without a path the API says `<nil>`. */
export function validateLabelKey(key: string, field: string): FieldError[] {
  const messages = qualifiedName(key);
  return messages.length === 0 ? [] : [invalid(field, key, messages.join('; '))];
}

/** Checks the number of values, the key and the values. Throws SelectorError. */
export function checkedRequirement(key: string, operator: LabelOperator, values: string[]): LabelRequirement {
  const errors = [...validateLabelKey(key, 'key'), ...validateValueCount(operator, values)];
  if (operator === 'gt' || operator === 'lt') errors.push(...validateEach(values, integerErrors));
  errors.push(
    ...validateEach(values, (value, index) => {
      const messages = labelValue(value);
      return messages.length === 0 ? [] : [invalid(`values[${index}][${key}]`, value, messages.join('; '))];
    }),
  );
  if (errors.length > 0) throw new SelectorError(fieldErrorsText(errors));
  return new LabelRequirement(key, operator, values);
}

function integerErrors(value: string, index: number): FieldError[] {
  if (parseInt64(value) !== undefined) return [];
  return [invalid(`values[${index}]`, value, "for 'Gt', 'Lt' operators, the value must be an integer")];
}
