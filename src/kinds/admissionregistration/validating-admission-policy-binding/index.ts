import type { AdmissionregistrationV1ValidatingAdmissionPolicyBinding } from '../../../api/schema/types.gen.ts';
import {
  duplicate,
  type FieldError,
  FieldPath,
  invalid,
  required,
} from '../../../api/validation/field-errors.ts';
import { nameIsDnsSubdomain } from '../../../api/validation/names.ts';
import { repetitions } from '../../../api/validation/repetitions.ts';
import { validateEach } from '../../../api/validation/validate-each.ts';
import type { KindDependencies, KindRules } from '../../../registry/kind-rules.ts';
import { validateOneOf } from '../../shared/field-checks.ts';
import { validateBindingSpec } from '../../shared/policies/binding.ts';
import { staticNameWarnings } from '../../shared/policies/static-names.ts';
import { bindingColumns } from '../../shared/policies/table.ts';
import { tableOf } from '../../shared/table.ts';

type Binding = AdmissionregistrationV1ValidatingAdmissionPolicyBinding;

const actions = ['Audit', 'Deny', 'Warn'];
/** The release from which on a binding says what follows; before, every failure denied. */
const actionsSince = '1.27';
const exclusive =
  'must not contain both Deny and Warn (repeating the same validation failure information in the API response and headers serves no purpose)';

/** Puts a validating policy into effect. */
export function validatingAdmissionPolicyBinding(dependencies: KindDependencies): KindRules<Binding> {
  const { dialect, gates } = dependencies;
  const validate = ({ spec }: Binding): FieldError[] => {
    const path = FieldPath.of('spec');
    return [
      ...validateBindingSpec(spec, path, gates),
      ...(gates.isIn(actionsSince)
        ? validateActions(spec.validationActions ?? [], path.child('validationActions'))
        : []),
    ];
  };
  return {
    group: `admissionregistration.${dialect.api}`,
    kind: 'ValidatingAdmissionPolicyBinding',
    validateName: nameIsDnsSubdomain,
    takesPlainFinalizers: gates.isIn('1.24'),
    validateCreate: validate,
    validateUpdate: validate,
    tracksGeneration: true,
    requiresResourceVersion: true,
    table: tableOf(bindingColumns),
    ...staticNameWarnings<Binding>(dependencies),
  };
}

function validateActions(given: readonly string[], path: FieldPath): FieldError[] {
  if (given.length === 0) return [required(path, 'at least one validation action is required')];
  const isRepeated = repetitions(given);
  return [
    ...validateEach(given, (action, index) => [
      ...validateOneOf(action, path.index(index), actions),
      ...(isRepeated(index) ? [duplicate(path.index(index), action)] : []),
    ]),
    ...(given.includes('Deny') && given.includes('Warn') ? [invalid(path, given, exclusive)] : []),
  ];
}
