import type { JsonSchema } from '../schema/json-schema.ts';
import {
  type FieldError,
  type FieldPath,
  invalid,
  notSupported,
  required,
} from '../validation/field-errors.ts';
import { resolveFieldPath } from './field-path.ts';
import type { ValidationRule } from './rule.ts';

const reasons = ['FieldValueDuplicate', 'FieldValueForbidden', 'FieldValueInvalid', 'FieldValueRequired'];

const hasBreak = (text: string): boolean => /[\r\n]/.test(text);

/** Faults of a rule beside its expressions. */
export function ruleTextErrors(
  { rule = '', message, messageExpression, reason, fieldPath = '' }: ValidationRule,
  schema: JsonSchema,
  path: FieldPath,
): FieldError[] {
  return [
    ...ruleErrors(rule, message ?? '', path),
    ...(messageExpression && messageExpression.trim() === ''
      ? [required(path.child('messageExpression'), 'messageExpression must be non-empty if specified')]
      : []),
    ...(reason === undefined || reasons.includes(reason)
      ? []
      : [notSupported(path.child('reason'), reason, reasons)]),
    ...fieldPathErrors(fieldPath, schema, path.child('fieldPath')),
  ];
}

function ruleErrors(rule: string, message: string, path: FieldPath): FieldError[] {
  if (rule.trim() === '') return [required(path.child('rule'), 'rule is not specified')];
  const messagePath = path.child('message');
  if (message !== '' && message.trim() === '')
    return [invalid(messagePath, message, 'must be non-empty if specified')];
  if (hasBreak(message.trim())) return [invalid(messagePath, message, 'must not contain line breaks')];
  return hasBreak(rule.trim()) && message === ''
    ? [required(messagePath, 'message must be specified if rule contains line breaks')]
    : [];
}

function fieldPathErrors(fieldPath: string, schema: JsonSchema, path: FieldPath): FieldError[] {
  if (fieldPath === '') return [];
  return [
    ...(fieldPath.trim() === '' ? [invalid(path, fieldPath, 'must be non-empty if specified')] : []),
    ...(hasBreak(fieldPath) ? [invalid(path, fieldPath, 'must not contain line breaks')] : []),
    ...('problem' in resolveFieldPath(fieldPath, schema, { allowsBrackets: true })
      ? [invalid(path, fieldPath, 'must be a valid path')]
      : []),
  ];
}
