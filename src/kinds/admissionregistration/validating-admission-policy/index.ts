import type { Environments } from '../../../api/policies/environments.ts';
import type { AdmissionregistrationV1ValidatingAdmissionPolicy } from '../../../api/schema/types.gen.ts';
import { nameIsDnsSubdomain } from '../../../api/validation/names.ts';
import type { KindDependencies, KindRules } from '../../../registry/kind-rules.ts';
import { staticNameWarnings } from '../../shared/policies/static-names.ts';
import { statusStrategy } from '../../shared/status-strategy.ts';
import { table } from './table.ts';
import { validatePolicy, validatePolicyStatus } from './validation.ts';

type Policy = AdmissionregistrationV1ValidatingAdmissionPolicy;

/** The release from which on policies have audit annotations. */
const annotationsSince = '1.27';

/** Says which writes are refused, by expressions. */
export function validatingAdmissionPolicy(
  dependencies: KindDependencies,
  environments: () => Environments,
): KindRules<Policy> {
  const hasAnnotations = dependencies.gates.isIn(annotationsSince);
  const context = () => ({ environments: environments(), hasAnnotations });
  return {
    group: `admissionregistration.${dependencies.dialect.api}`,
    kind: 'ValidatingAdmissionPolicy',
    validateName: nameIsDnsSubdomain,
    takesPlainFinalizers: dependencies.gates.isIn('1.24'),
    prepareForCreate(policy) {
      policy.status = {};
    },
    prepareForUpdate(policy, old) {
      policy.status = old.status!;
    },
    validateInSteps: {
      create: (policy) => validatePolicy(policy, context()),
      update: (policy, old) => validatePolicy(policy, context(), old),
    },
    status: { ...statusStrategy, validateUpdate: validatePolicyStatus },
    tracksGeneration: true,
    requiresResourceVersion: true,
    table,
    ...staticNameWarnings<Policy>(dependencies),
  };
}
