import type { AdmissionregistrationV1MutatingAdmissionPolicyBinding } from '../../../api/schema/types.gen.ts';
import { type FieldError, FieldPath } from '../../../api/validation/field-errors.ts';
import { nameIsDnsSubdomain } from '../../../api/validation/names.ts';
import type { KindDependencies, KindRules } from '../../../registry/kind-rules.ts';
import { validateBindingSpec } from '../../shared/policies/binding.ts';
import { validateMutableOperations } from '../../shared/policies/match-resources.ts';
import { staticNameWarnings } from '../../shared/policies/static-names.ts';
import { bindingColumns } from '../../shared/policies/table.ts';
import { tableOf } from '../../shared/table.ts';

type Binding = AdmissionregistrationV1MutatingAdmissionPolicyBinding;

/** The oldest version denies where parameters are missing and nothing is said of that. */
function denyWithoutParams({ spec }: Binding): void {
  if (spec.paramRef !== undefined) spec.paramRef.parameterNotFoundAction ??= 'Deny';
}

/** Puts a mutating policy into effect. */
export function mutatingAdmissionPolicyBinding(dependencies: KindDependencies): KindRules<Binding> {
  const validate = ({ spec }: Binding): FieldError[] => {
    const path = FieldPath.of('spec');
    return [
      ...validateBindingSpec(spec, path, dependencies.gates),
      ...validateMutableOperations(spec.matchResources, path.child('matchResources')),
    ];
  };
  const group = `admissionregistration.${dependencies.dialect.api}`;
  return {
    group,
    kind: 'MutatingAdmissionPolicyBinding',
    validateName: nameIsDnsSubdomain,
    takesPlainFinalizers: dependencies.gates.isIn('1.24'),
    validateCreate: validate,
    validateUpdate: validate,
    tracksGeneration: true,
    requiresResourceVersion: true,
    versions: { [`${group}/v1alpha1`]: { applyDefaults: denyWithoutParams } },
    table: tableOf(bindingColumns),
    ...staticNameWarnings<Binding>(dependencies),
  };
}
