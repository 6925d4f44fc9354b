import type { AdmissionregistrationV1ValidatingAdmissionPolicy } from '../schema/types.gen.ts';
import { type CompiledExpression, type CompiledPolicy, compilePolicy } from './compiled-policy.ts';
import type { Environments } from './environments.ts';

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

export function compileValidatingPolicy(
  { metadata, spec }: AdmissionregistrationV1ValidatingAdmissionPolicy,
  environments: Environments,
): ValidatingPolicy {
  const { common, expressions } = compilePolicy(metadata.name ?? '', spec, environments, { mutates: false });
  return {
    ...common,
    validations: (spec.validations ?? []).map(
      ({ expression, message = '', messageExpression, reason = 'Invalid' }) => ({
        text: expression,
        compiled: expressions.compile('validation', expression),
        message: message.trim(),
        messageExpression: messageExpression
          ? { text: messageExpression, compiled: expressions.compile('message', messageExpression) }
          : undefined,
        reason,
      }),
    ),
    auditAnnotations: (spec.auditAnnotations ?? []).map(({ key, valueExpression }) => ({
      key,
      text: valueExpression,
      compiled: expressions.compile('audit annotation', valueExpression),
    })),
  };
}
