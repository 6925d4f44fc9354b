import type { Environments } from '../../../api/policies/environments.ts';
import type { AdmissionregistrationV1MutatingAdmissionPolicy } from '../../../api/schema/types.gen.ts';
import { nameIsDnsSubdomain } from '../../../api/validation/names.ts';
import type { KindDependencies, KindRules } from '../../../registry/kind-rules.ts';
import { staticNameWarnings } from '../../shared/policies/static-names.ts';
import { table } from './table.ts';
import { validatePolicy } from './validation.ts';

type Policy = AdmissionregistrationV1MutatingAdmissionPolicy;

/** Changes what is written, by expressions. */
export function mutatingAdmissionPolicy(
  dependencies: KindDependencies,
  environments: () => Environments,
): KindRules<Policy> {
  return {
    group: `admissionregistration.${dependencies.dialect.api}`,
    kind: 'MutatingAdmissionPolicy',
    validateName: nameIsDnsSubdomain,
    takesPlainFinalizers: dependencies.gates.isIn('1.24'),
    validateInSteps: {
      create: (policy) => validatePolicy(policy, environments()),
      update: (policy, old) => validatePolicy(policy, environments(), old),
    },
    tracksGeneration: true,
    requiresResourceVersion: true,
    table,
    ...staticNameWarnings<Policy>(dependencies),
  };
}
