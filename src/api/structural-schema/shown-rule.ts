import { goQuote } from '../../util/quote.ts';
import { GoText } from '../go-format/go-syntax.ts';
import type { ValidationRule } from './rule.ts';

/** A field of a rule, with the minor release that has it first. */
interface RuleField {
  readonly since: number;
  readonly name: string;
  readonly value: (rule: ValidationRule) => unknown;
  /** The type of a pointer that the field is. */
  readonly pointer?: string;
}

const fields: readonly RuleField[] = [
  { since: 25, name: 'Rule', value: ({ rule = '' }) => rule },
  { since: 25, name: 'Message', value: ({ message = '' }) => message },
  { since: 27, name: 'MessageExpression', value: ({ messageExpression = '' }) => messageExpression },
  {
    since: 28,
    name: 'Reason',
    value: ({ reason = null }) => reason,
    pointer: 'apiextensions.FieldValueErrorReason',
  },
  { since: 28, name: 'FieldPath', value: ({ fieldPath = '' }) => fieldPath },
  {
    since: 29,
    name: 'OptionalOldSelf',
    value: ({ optionalOldSelf = null }) => optionalOldSelf,
    pointer: 'bool',
  },
];

/** A rule as messages show it. What a pointer points at is shown by its address, and then the rule as JSON. */
export function shownRule(rule: ValidationRule, release: number): GoText {
  const values = fields.map((field) => ({ ...field, shown: field.value(rule) }));
  const json = JSON.stringify(Object.fromEntries(values.map(({ name, shown }) => [name, shown])));
  const known = values.filter(({ since }) => since <= release);
  if (known.some(({ pointer, shown }) => pointer !== undefined && shown !== null)) {
    return new GoText(json, json);
  }
  const members = known.map(
    ({ name, pointer, shown }) =>
      `${name}:${pointer === undefined ? goQuote(String(shown)) : `(*${pointer})(nil)`}`,
  );
  return new GoText(`apiextensions.ValidationRule{${members.join(', ')}}`, json);
}
