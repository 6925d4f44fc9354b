import { asksForOld, ExpressionChecker, parseExpression } from '../cel/compiler.ts';
import {
  additionalOf,
  type ExtensionNames,
  itemsOf,
  type JsonSchema,
  someSchema,
} from '../schema/json-schema.ts';
import {
  type FieldError,
  type FieldPath,
  forbidden,
  invalid,
  notSupported,
  required,
} from '../validation/field-errors.ts';
import { validateEach } from '../validation/validate-each.ts';
import { StepBudget, StepBudgetError } from './step-budget.ts';

/** A rule that values have to meet, as a definition says it. */
export interface ValidationRule {
  rule?: string;
  message?: string;
  messageExpression?: string;
  reason?: string;
  fieldPath?: string;
}

const ruleReasons = [
  'FieldValueInvalid',
  'FieldValueForbidden',
  'FieldValueRequired',
  'FieldValueDuplicate',
] as const;

export const rulesOf = (schema: JsonSchema, names: ExtensionNames): readonly ValidationRule[] =>
  (schema[names.validations] as ValidationRule[] | undefined) ?? [];

export const hasRules = (schema: JsonSchema, names: ExtensionNames): boolean =>
  someSchema(schema, (each) => rulesOf(each, names).length > 0);

/** Fields below all places with rules together: those of one place count for each place above as well. */
const maxFields = 30_000;

interface Place {
  names: ExtensionNames;
  fields: StepBudget;
  isRoot: boolean;
  /** The list above whose items cannot be found in the old object. */
  uncorrelated: FieldPath | undefined;
}

/** The rules of a structural schema: expressions that can be worked out, and say whether a value will do. */
export function validateRules(schema: JsonSchema, path: FieldPath, names: ExtensionNames): FieldError[] {
  if (!hasRules(schema, names)) return [];
  const fields = new StepBudget(maxFields);
  try {
    return validateNode(schema, path, { names, fields, isRoot: true, uncorrelated: undefined });
  } catch (error) {
    if (!(error instanceof StepBudgetError)) throw error;
    return [forbidden(path, 'rules are about more fields than can be checked')];
  }
}

function validateNode(schema: JsonSchema, path: FieldPath, place: Place): FieldError[] {
  const { names } = place;
  const rules = rulesOf(schema, names);
  const items = itemsOf(schema);
  const additional = additionalOf(schema);
  const { properties = {} } = schema;
  const below = { ...place, isRoot: false };
  const ownItems = schema[names.listType] === 'map' ? undefined : path;
  const inItems = { ...below, uncorrelated: place.uncorrelated ?? ownItems };
  const propertiesPath = path.child('properties');
  return [
    ...(rules.length === 0 ? [] : ownErrors(schema, rules, path.child(names.validations), place)),
    ...validateEach(Object.keys(properties), (name) =>
      validateNode(properties[name]!, propertiesPath.key(name), below),
    ),
    ...(items === undefined ? [] : validateNode(items, path.child('items'), inItems)),
    ...(additional === undefined ? [] : validateNode(additional, path.child('additionalProperties'), below)),
  ];
}

function ownErrors(
  schema: JsonSchema,
  rules: readonly ValidationRule[],
  path: FieldPath,
  { names, fields, isRoot, uncorrelated }: Place,
): FieldError[] {
  const checker = new ExpressionChecker(
    schema,
    names,
    isRoot || schema[names.embeddedResource] === true,
    fields.take,
  );
  return validateEach(rules, (rule, index) => ruleErrors(rule, path.index(index), checker, uncorrelated));
}

function ruleErrors(
  { rule = '', message, messageExpression, reason }: ValidationRule,
  path: FieldPath,
  checker: ExpressionChecker,
  uncorrelated: FieldPath | undefined,
): FieldError[] {
  const isBlank = rule.trim() === '';
  return [
    ...(isBlank ? [required(path.child('rule'), 'rule is not specified')] : []),
    ...messageErrors(rule, message, path.child('message')),
    ...(reason === undefined || reason === '' || ruleReasons.some((known) => known === reason)
      ? []
      : [notSupported(path.child('reason'), reason, ruleReasons)]),
    ...(isBlank ? [] : expressionErrors(rule, path.child('rule'), checker, uncorrelated)),
    ...(messageExpression
      ? expressionErrors(messageExpression, path.child('messageExpression'), checker, uncorrelated, 'string')
      : []),
  ];
}

function messageErrors(rule: string, message: string | undefined, path: FieldPath): FieldError[] {
  const hasBreak = (text: string): boolean => /[\r\n]/.test(text.trim());
  if (message === undefined || message === '') {
    return hasBreak(rule) ? [required(path, 'message must be specified if rule contains line breaks')] : [];
  }
  if (message.trim() === '') return [invalid(path, message, 'message must be non-empty if specified')];
  return hasBreak(message) ? [invalid(path, message, 'message must not contain line breaks')] : [];
}

function expressionErrors(
  text: string,
  path: FieldPath,
  checker: ExpressionChecker,
  uncorrelated: FieldPath | undefined,
  wanted = 'bool',
): FieldError[] {
  const checked = checker.check(text);
  if ('problem' in checked) return [invalid(path, text, `compilation failed: ${checked.problem}`)];
  if (checked.type !== wanted && checked.type !== 'dyn') {
    const must =
      wanted === 'bool'
        ? 'cel expression must evaluate to a bool'
        : 'messageExpression must evaluate to a string';
    return [invalid(path, text, must)];
  }
  if (uncorrelated === undefined || !asksForOld(parseExpression(text))) return [];
  const problem = `oldSelf cannot be used on the uncorrelatable portion of the schema within ${uncorrelated}`;
  return [invalid(path, text, problem)];
}
