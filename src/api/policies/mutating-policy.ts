import { eachInSteps, type Interruptible } from '../../util/slices.ts';
import type {
  AdmissionregistrationV1MutatingAdmissionPolicy,
  AdmissionregistrationV1Mutation,
} from '../schema/types.gen.ts';
import {
  type CompiledExpression,
  type CompiledPolicy,
  compilePolicy,
  compileText,
} from './compiled-policy.ts';
import type { Environments } from './environments.ts';
import type { PolicyExpressions } from './policy-expressions.ts';

/** A mutating policy, ready to be asked. */
export interface MutatingPolicy extends CompiledPolicy {
  readonly mutations: readonly CompiledMutation[];
  /** `reinvocationPolicy: IfNeeded`. */
  readonly isReinvocable: boolean;
}

export interface CompiledMutation extends CompiledExpression {
  readonly patchType: 'ApplyConfiguration' | 'JSONPatch';
}

export function* compileMutatingPolicy(
  { metadata, spec }: AdmissionregistrationV1MutatingAdmissionPolicy,
  environments: Environments,
): Interruptible<MutatingPolicy> {
  const { common, expressions } = yield* compilePolicy(metadata.name ?? '', spec, environments, {
    mutates: true,
  });
  return {
    ...common,
    mutations: yield* eachInSteps(spec.mutations ?? [], (each) => compileMutation(each, expressions)),
    isReinvocable: spec.reinvocationPolicy === 'IfNeeded',
  };
}

function* compileMutation(
  { applyConfiguration, jsonPatch }: AdmissionregistrationV1Mutation,
  expressions: PolicyExpressions,
): Interruptible<CompiledMutation> {
  const isPatch = jsonPatch !== undefined;
  const { expression = '' } = jsonPatch ?? applyConfiguration ?? {};
  return {
    patchType: isPatch ? 'JSONPatch' : 'ApplyConfiguration',
    ...(yield* compileText(isPatch ? 'json patch' : 'apply configuration', expression, expressions)),
  };
}
