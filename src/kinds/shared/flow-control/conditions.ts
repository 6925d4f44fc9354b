import { duplicate, type FieldError, FieldPath, required } from '../../../api/machinery/field-errors.ts';

/** The conditions of a flow schema or of a priority level: each type once. */
export function validateConditions(conditions: readonly { type?: string }[] = []): FieldError[] {
  const types = conditions.map(({ type = '' }) => type);
  return types.flatMap((type, index) => {
    const path = FieldPath.of('status', 'conditions').index(index).child('type');
    return [
      ...(types.indexOf(type) < index ? [duplicate(path, type)] : []),
      ...(type === '' ? [required(path, 'must not be empty')] : []),
    ];
  });
}
