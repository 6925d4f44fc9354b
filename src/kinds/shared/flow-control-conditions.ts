import { duplicate, type FieldError, FieldPath, required } from '../../api/validation/field-errors.ts';
import { repetitions } from '../../api/validation/repetitions.ts';
import { validateEach } from '../../api/validation/validate-each.ts';

/** Validates the conditions of a FlowSchema or PriorityLevelConfiguration: types are set and unique. */
export function validateFlowControlConditions(conditions: readonly { type?: string }[] = []): FieldError[] {
  const types = conditions.map(({ type = '' }) => type);
  const isRepeated = repetitions(types);
  return validateEach(types, (type, index) => {
    const path = FieldPath.of('status', 'conditions').index(index).child('type');
    return [
      ...(isRepeated(index) ? [duplicate(path, type)] : []),
      ...(type === '' ? [required(path, 'must not be empty')] : []),
    ];
  });
}
