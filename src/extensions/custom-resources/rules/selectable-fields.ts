import { isMap, ownValue } from '../../../api/json/json-values.ts';
import type { ApiObject } from '../../../api/meta/metadata.ts';
import type { KindRules } from '../../../registry/kind-rules.ts';
import type { DefinitionVersion } from '../definition/definition.ts';

/** Fields that a definition lets clients select by: those without a value count as "". */
export function selectableFieldsOf(
  fields: NonNullable<DefinitionVersion['selectableFields']>,
): NonNullable<KindRules['selectableFields']> {
  const paths = fields.map(({ jsonPath = '' }) => {
    const name = jsonPath.replace(/^\./, '');
    return [name, name.split('.')] as const;
  });
  return {
    names: paths.map(([name]) => name),
    of: (object) => Object.fromEntries(paths.map(([name, steps]) => [name, textAt(object, steps)])),
  };
}

function textAt(object: ApiObject, steps: readonly string[]): string {
  let value: unknown = object;
  for (const step of steps) value = isMap(value) ? ownValue(value, step) : undefined;
  const isShown = ['string', 'number', 'bigint', 'boolean'].includes(typeof value);
  return isShown ? String(value) : '';
}
