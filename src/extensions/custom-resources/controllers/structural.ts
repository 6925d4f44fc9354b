import type { ExtensionNames, JsonSchema } from '../../../api/schema/json-schema.ts';
import { canBeStructural, validateStructural } from '../../../api/structural-schema/structural.ts';
import { FieldPath, fieldErrorsText, invalid } from '../../../api/validation/field-errors.ts';
import type { Condition, Definition } from '../definition/definition.ts';

const type = 'NonStructuralSchema';

/** Reason why a definition is not structural; undefined if it is. */
export function structuralCondition(
  { spec }: Definition,
  names: ExtensionNames,
): Omit<Condition, 'lastTransitionTime'> | undefined {
  const errors = spec.preserveUnknownFields
    ? [invalid(FieldPath.of('spec', 'preserveUnknownFields'), true, 'must be false')]
    : [];
  for (const [index, version] of (spec.versions ?? []).entries()) {
    const schema = version.schema?.openAPIV3Schema as JsonSchema | undefined;
    if (schema === undefined) continue;
    if (!canBeStructural(schema, names)) {
      const message = `failed to check validation schema for version ${version.name}: it has fields that no structural schema has`;
      return { type, status: 'Unknown', reason: 'StructuralError', message };
    }
    const path = FieldPath.of('spec', 'versions').index(index).child('schema', 'openAPIV3Schema');
    errors.push(...validateStructural(schema, path, names));
  }
  if (errors.length === 0) return undefined;
  return { type, status: 'True', reason: 'Violations', message: fieldErrorsText(errors) };
}
