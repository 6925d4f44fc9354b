import { eachInSteps, type Interruptible } from '../../util/slices.ts';
import type {
  AdmissionregistrationV1AuditAnnotation,
  AdmissionregistrationV1ValidatingAdmissionPolicy,
  AdmissionregistrationV1Validation,
} from '../schema/types.gen.ts';
import {
  type CompiledExpression,
  type CompiledPolicy,
  compilePolicy,
  compileText,
} from './compiled-policy.ts';
import type { Environments } from './environments.ts';
import type { PolicyExpressions } from './policy-expressions.ts';

/** A validating policy, ready to be asked. */
export interface ValidatingPolicy extends CompiledPolicy {
  readonly validations: readonly CompiledValidation[];
  readonly auditAnnotations: readonly CompiledAnnotation[];
}

export interface CompiledValidation extends CompiledExpression {
  readonly message: string;
  readonly messageExpression: CompiledExpression | undefined;
  readonly reason: string;
}

export interface CompiledAnnotation extends CompiledExpression {
  readonly key: string;
}

export function* compileValidatingPolicy(
  { metadata, spec }: AdmissionregistrationV1ValidatingAdmissionPolicy,
  environments: Environments,
): Interruptible<ValidatingPolicy> {
  const { validations, auditAnnotations = [] } = spec;
  const { common, expressions } = yield* compilePolicy(metadata.name ?? '', spec, environments, {
    mutates: false,
  });
  return {
    ...common,
    validations: yield* eachInSteps(validations ?? [], (each) => compileValidation(each, expressions)),
    auditAnnotations: yield* eachInSteps(auditAnnotations, (each) => compileAnnotation(each, expressions)),
  };
}

function* compileValidation(
  { expression, message = '', messageExpression, reason = 'Invalid' }: AdmissionregistrationV1Validation,
  expressions: PolicyExpressions,
): Interruptible<CompiledValidation> {
  return {
    ...(yield* compileText('validation', expression, expressions)),
    message: message.trim(),
    messageExpression: messageExpression
      ? yield* compileText('message', messageExpression, expressions)
      : undefined,
    reason,
  };
}

function* compileAnnotation(
  { key, valueExpression }: AdmissionregistrationV1AuditAnnotation,
  expressions: PolicyExpressions,
): Interruptible<CompiledAnnotation> {
  return { key, ...(yield* compileText('audit annotation', valueExpression, expressions)) };
}
