import { CostError } from '../../../api/cel/budget.ts';
import type { Activation, EvaluationBudget } from '../../../api/cel/contract.ts';
import { CelError } from '../../../api/cel/values/value.ts';
import type { JsonSchema } from '../../../api/schema/json-schema.ts';
import {
  duplicate,
  duplicateUnshown,
  type FieldError,
  FieldPath,
  forbidden,
  invalid,
  invalidUnshown,
  required,
} from '../../../api/validation/field-errors.ts';
import type { CompiledRule } from './compiled-rules.ts';

/** The place of a rule, and the value there. */
interface RulePlace {
  readonly value: unknown;
  readonly path: FieldPath;
  readonly schema: JsonSchema;
  /** Errors show the value, if it is a scalar, rather than its type. */
  readonly showsValues: boolean;
}

export const outOfBudget =
  'validation failed due to running out of cost budget, no further validation rules will be run';

/** The whole object has a name of its own among clients. */
const shownPath = (path: FieldPath): FieldPath | string => (path === FieldPath.root ? '<nil>' : path);

const isScalar = (value: unknown): boolean => typeof value !== 'object' || value === null;

function invalidValue(place: RulePlace, path: FieldPath, detail: string): FieldError {
  const { value, schema, showsValues } = place;
  if (!showsValues) return invalid(shownPath(path), schema.type ?? '', detail);
  return isScalar(value) ? invalid(shownPath(path), value, detail) : invalidUnshown(shownPath(path), detail);
}

function duplicateValue({ value, schema, showsValues }: RulePlace, path: FieldPath): FieldError {
  if (!showsValues) return duplicate(shownPath(path), schema.type ?? '');
  return isScalar(value) ? duplicate(shownPath(path), value) : duplicateUnshown(shownPath(path));
}

/** A rule is broken. */
export function errorOfRule(rule: CompiledRule, place: RulePlace, message: string): FieldError {
  const own = rule.steps.reduce(
    (path, { name, isKey }) => (isKey ? path.key(name) : path.child(name)),
    place.path,
  );
  switch (rule.reason) {
    case 'FieldValueRequired':
      return required(shownPath(own), message);
    case 'FieldValueForbidden':
      return forbidden(shownPath(own), message);
    case 'FieldValueDuplicate':
      return duplicateValue(place, own);
    default:
      return invalidValue(place, own, message);
  }
}

/** A rule cannot be worked out. Undefined for an error that is not one of the expression. */
export function faultOfRule(error: unknown, rule: CompiledRule, place: RulePlace): FieldError | undefined {
  const text = faultText(error, rule);
  return text === undefined ? undefined : invalid(shownPath(place.path), place.schema.type ?? '', text);
}

function faultText(error: unknown, rule: CompiledRule): string | undefined {
  const shown = rule.message?.trim() || rule.rule.trim();
  if (error instanceof CostError) {
    return error.isOfAll
      ? outOfBudget
      : `'${error.message}': no further validation rules will be run due to call cost exceeds limit for rule: ${shown}`;
  }
  if (!(error instanceof CelError)) return undefined;
  if (!error.message.startsWith('no such overload')) return `${error.message} evaluating rule: ${shown}`;
  return `'${error.message}': call arguments did not match a supported operator, function or macro signature for rule: ${shown}`;
}

/** Bytes of a message that an expression makes. */
const maxComposed = 5_120;

/** The text of the expression, if it makes one that can be shown; else that of the rule. */
export function messageOf(rule: CompiledRule, variables: Activation, budget: EvaluationBudget): string {
  const plain = rule.message?.trim() || `failed rule: ${rule.rule.trim()}`;
  if (rule.messageText === undefined) return plain;
  try {
    const text = rule.messageText.evaluate(variables, budget);
    if (typeof text !== 'string' || Buffer.byteLength(text) > maxComposed) return plain;
    const made = text.trim();
    return made === '' || made.includes('\n') ? plain : made;
  } catch (error) {
    if (error instanceof CelError) return plain;
    throw error;
  }
}
