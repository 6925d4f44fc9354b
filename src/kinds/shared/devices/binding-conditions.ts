import { isSentEmpty } from '../../../api/json/sent-empty.ts';
import { type FieldError, type FieldPath, invalid } from '../../../api/validation/field-errors.ts';
import { validateLabelName } from '../../../api/validation/label-validation.ts';
import { validateSet } from './lists.ts';

const maxConditions = 4;

interface WithBindingConditions {
  bindingConditions?: string[];
  bindingFailureConditions?: string[];
}

/** Conditions that a device waits for before its pod is bound, and those that mean that it never can be. */
export function validateBindingConditions(holder: WithBindingConditions, path: FieldPath): FieldError[] {
  const { bindingConditions: conditions, bindingFailureConditions: failures } = holder;
  const shown = (field: keyof WithBindingConditions): unknown =>
    holder[field] ?? (isSentEmpty(holder, field) ? [] : undefined);
  const conditionsPath = path.child('bindingConditions');
  const failuresPath = path.child('bindingFailureConditions');
  const errors = [
    ...validateSet(conditions, maxConditions, conditionsPath, validateLabelName, (name) => name),
    ...validateSet(failures, maxConditions, failuresPath, validateLabelName, (name) => name),
  ];
  const overlap = (failures ?? []).filter((name) => conditions?.includes(name));
  for (const name of overlap)
    errors.push(
      invalid(failuresPath, name, 'bindingFailureConditions must not overlap with bindingConditions'),
    );
  const [hasConditions, hasFailures] = [!!conditions?.length, !!failures?.length];
  if (hasFailures && !hasConditions) {
    const text = 'bindingConditions are required to use bindingFailureConditions';
    errors.push(invalid(conditionsPath, shown('bindingConditions'), text));
  }
  if (hasConditions && !hasFailures) {
    const text = 'bindingFailureConditions are required to use bindingConditions';
    errors.push(invalid(failuresPath, shown('bindingFailureConditions'), text));
  }
  return errors;
}
