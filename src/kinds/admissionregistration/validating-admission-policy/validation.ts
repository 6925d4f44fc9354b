import { parseTemplate } from '../../../api/jsonpath/parse-template.ts';
import { JsonPathError } from '../../../api/jsonpath/steps.ts';
import type { Environments } from '../../../api/policies/environments.ts';
import { PolicyExpressions } from '../../../api/policies/policy-expressions.ts';
import type {
  AdmissionregistrationV1AuditAnnotation,
  AdmissionregistrationV1ValidatingAdmissionPolicy,
  AdmissionregistrationV1Validation,
} from '../../../api/schema/types.gen.ts';
import {
  duplicate,
  type FieldError,
  FieldPath,
  invalid,
  required,
} from '../../../api/validation/field-errors.ts';
import { qualifiedName } from '../../../api/validation/names.ts';
import { repetitions } from '../../../api/validation/repetitions.ts';
import { validateEach, validateEachInSteps } from '../../../api/validation/validate-each.ts';
import type { Interruptible } from '../../../util/slices.ts';
import { validateConditions } from '../../shared/condition-validation.ts';
import { invalidEach, validateOneOf } from '../../shared/field-checks.ts';
import { validateExpression } from '../../shared/policies/expressions.ts';
import { keepsConditions, keptExpressions } from '../../shared/policies/kept.ts';
import { validatePolicySpec } from '../../shared/policies/policy.ts';

type Policy = AdmissionregistrationV1ValidatingAdmissionPolicy;

const specPath = FieldPath.of('spec');
const reasons = ['Forbidden', 'Invalid', 'RequestEntityTooLarge'];
const maxAnnotations = 20;
const maxExpressionLength = 5 * 1024;
const neither = 'validations or auditAnnotations must contain at least one item';

interface PolicyContext {
  readonly environments: Environments;
  /** Whether a policy may do without validations, if it has annotations. */
  readonly hasAnnotations: boolean;
}

export function* validatePolicy(
  { metadata, spec }: Policy,
  { environments, hasAnnotations }: PolicyContext,
  old?: Policy,
): Interruptible<FieldError[]> {
  const { validations, auditAnnotations = [] } = spec;
  const expressions = new PolicyExpressions(environments, {
    hasParams: spec.paramKind !== undefined,
    hasVariables: (spec.variables ?? []).length > 0,
    isKept: keptExpressions(old?.spec, textsOf(old)),
  });
  const validationsPath = specPath.child('validations');
  const annotationsPath = specPath.child('auditAnnotations');
  const common = yield* validatePolicySpec(spec, specPath, expressions, {
    keepsConditions: keepsConditions(spec, old?.spec),
  });
  if ((validations ?? []).length + auditAnnotations.length === 0) {
    if (!hasAnnotations) return [...common, required(validationsPath)];
    return [...common, required(validationsPath, neither), required(annotationsPath, neither)];
  }
  return [
    ...common,
    ...(yield* validateEachInSteps(validations ?? [], (validation, index) =>
      validateValidation(validation, validationsPath.index(index), expressions),
    )),
    ...(yield* validateAnnotations(auditAnnotations, metadata.name ?? '', annotationsPath, expressions)),
  ];
}

/** Variables count as kept where they stand among the old validations, for compatibility. */
function textsOf(old: Policy | undefined) {
  const validations = old?.spec.validations ?? [];
  const texts = validations.map(({ expression }) => expression);
  return {
    variable: texts,
    validation: texts,
    message: validations.map(({ messageExpression = '' }) => messageExpression),
    'audit annotation': (old?.spec.auditAnnotations ?? []).map(({ valueExpression }) => valueExpression),
  };
}

function* validateValidation(
  { expression, message = '', messageExpression = '', reason }: AdmissionregistrationV1Validation,
  path: FieldPath,
  expressions: PolicyExpressions,
): Interruptible<FieldError[]> {
  const expressionPath = path.child('expression');
  return [
    ...(expression.trim() === ''
      ? [required(expressionPath, 'expression is not specified')]
      : yield* validateExpression(expression, 'validation', expressionPath, expressions)),
    ...(yield* validateMessageExpression(messageExpression, path.child('messageExpression'), expressions)),
    ...validateMessage(message, path.child('message')),
    ...validateOneOf(reason, path.child('reason'), reasons),
  ];
}

function* validateMessageExpression(
  text: string,
  path: FieldPath,
  expressions: PolicyExpressions,
): Interruptible<FieldError[]> {
  if (text === '') return [];
  if (text.trim() === '') return [invalid(path, text, 'must be non-empty if specified')];
  return yield* validateExpression(text, 'message', path, expressions);
}

function validateMessage(message: string, path: FieldPath): FieldError[] {
  if (message === '') return [];
  const trimmed = message.trim();
  if (trimmed === '') return [invalid(path, message, 'must be non-empty if specified')];
  return /[\r\n]/.test(trimmed) ? [invalid(path, message, 'must not contain line breaks')] : [];
}

function* validateAnnotations(
  annotations: readonly AdmissionregistrationV1AuditAnnotation[],
  policy: string,
  path: FieldPath,
  expressions: PolicyExpressions,
): Interruptible<FieldError[]> {
  const isRepeated = repetitions(annotations.map(({ key }) => key));
  const shown = (): object[] =>
    annotations.map(({ key, valueExpression }) => ({ Key: key, ValueExpression: valueExpression }));
  return [
    ...(annotations.length > maxAnnotations
      ? [invalid(path, shown(), `must not have more than ${maxAnnotations} auditAnnotations`)]
      : []),
    ...(yield* validateEachInSteps(annotations, function* ({ key, valueExpression }, index) {
      const own = path.index(index);
      return [
        ...validateKey(key, policy, own.child('key')),
        ...(yield* validateValueExpression(valueExpression, own.child('valueExpression'), expressions)),
        ...(isRepeated(index) ? [duplicate(own.child('key'), key)] : []),
      ];
    })),
  ];
}

function validateKey(key: string, policy: string, path: FieldPath): FieldError[] {
  if (policy === '') return [invalid(path, key, 'requires metadata.name be non-empty')];
  const name = `${policy}/${key}`;
  return invalidEach(path, name, qualifiedName(name));
}

function* validateValueExpression(
  text: string,
  path: FieldPath,
  expressions: PolicyExpressions,
): Interruptible<FieldError[]> {
  const trimmed = text.trim();
  if (trimmed === '') return [required(path, 'valueExpression is not specified')];
  return Buffer.byteLength(trimmed) > maxExpressionLength
    ? [required(path, `must not exceed ${maxExpressionLength} bytes in length`)]
    : yield* validateExpression(text, 'audit annotation', path, expressions);
}

function validateFieldRef(fieldRef: string, path: FieldPath): FieldError[] {
  if (fieldRef === '') return [required(path)];
  try {
    parseTemplate(`{${fieldRef}}`);
    return [];
  } catch (error) {
    if (!(error instanceof JsonPathError)) throw error;
    return [invalid(path, fieldRef, `invalid JSONPath: ${error.message}`)];
  }
}

/** Validates what a controller found out about the expressions. */
export function validatePolicyStatus({ status }: Policy): FieldError[] {
  const path = FieldPath.of('status');
  const warningsPath = path.child('typeChecking', 'expressionWarnings');
  return [
    ...validateEach(status?.typeChecking?.expressionWarnings ?? [], ({ fieldRef, warning }, index) => {
      const own = warningsPath.index(index);
      return [
        ...(warning === '' ? [required(own.child('warning'))] : []),
        ...validateFieldRef(fieldRef.trim(), own.child('fieldRef')),
      ];
    }),
    ...validateConditions(status?.conditions, path.child('conditions')),
  ];
}
