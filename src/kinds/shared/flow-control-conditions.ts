import type { FeatureGates } from '../../api/gates/feature-gates.ts';
import { duplicate, type FieldError, FieldPath, required } from '../../api/validation/field-errors.ts';
import { repetitions } from '../../api/validation/repetitions.ts';
import { validateEach } from '../../api/validation/validate-each.ts';

/** The release from which on messages do not say that a type must not be empty. */
const shortSince = '1.34';

/** Validates the conditions of a FlowSchema or PriorityLevelConfiguration: types are set and unique. */
export function validateFlowControlConditions(
  conditions: readonly { type?: string }[] = [],
  gates: FeatureGates,
): FieldError[] {
  const types = conditions.map(({ type = '' }) => type);
  const isRepeated = repetitions(types);
  return validateEach(types, (type, index) => {
    const path = FieldPath.of('status', 'conditions').index(index).child('type');
    return [
      ...(isRepeated(index) ? [duplicate(path, type)] : []),
      ...(type === '' ? [required(path, gates.isIn(shortSince) ? '' : 'must not be empty')] : []),
    ];
  });
}
