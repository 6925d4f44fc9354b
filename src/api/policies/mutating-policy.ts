import type {
  AdmissionregistrationV1MutatingAdmissionPolicy,
  AdmissionregistrationV1Mutation,
} from '../schema/types.gen.ts';
import { type CompiledExpression, type CompiledPolicy, compilePolicy } from './compiled-policy.ts';
import type { Environments } from './environments.ts';

/** A mutating policy, ready to be asked. */
export interface MutatingPolicy extends CompiledPolicy {
  readonly mutations: readonly CompiledMutation[];
  /** `reinvocationPolicy: IfNeeded`. */
  readonly isReinvocable: boolean;
}

export interface CompiledMutation extends CompiledExpression {
  readonly patchType: 'ApplyConfiguration' | 'JSONPatch';
}

export function compileMutatingPolicy(
  { metadata, spec }: AdmissionregistrationV1MutatingAdmissionPolicy,
  environments: Environments,
): MutatingPolicy {
  const { common, expressions } = compilePolicy(metadata.name ?? '', spec, environments, { mutates: true });
  const compile = ({ applyConfiguration, jsonPatch }: AdmissionregistrationV1Mutation): CompiledMutation => {
    const isPatch = jsonPatch !== undefined;
    const { expression: text = '' } = jsonPatch ?? applyConfiguration ?? {};
    const compiled = expressions.compile(isPatch ? 'json patch' : 'apply configuration', text);
    return { patchType: isPatch ? 'JSONPatch' : 'ApplyConfiguration', text, compiled };
  };
  return {
    ...common,
    mutations: (spec.mutations ?? []).map(compile),
    isReinvocable: spec.reinvocationPolicy === 'IfNeeded',
  };
}
