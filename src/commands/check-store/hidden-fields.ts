import type { KindDefinition, Schema } from '../../api/schema/schema.ts';

/**
 * The fields of a stored object that a release does not have: its servers do not show them, and lose them with the next
 * write of the object. Paths without places of items, each once: `spec.containers[].resizePolicy`.
 */
export function hiddenFields(object: object, { schema }: KindDefinition): Set<string> {
  const hidden = new Set<string>();
  collect(object, schema, '', hidden);
  return hidden;
}

function collect(value: unknown, schema: Schema, path: string, hidden: Set<string>): void {
  if (typeof value !== 'object' || value === null) return;
  if (schema.type === 'list' && Array.isArray(value)) {
    for (const item of value) collect(item, schema.element, `${path}[]`, hidden);
  } else if (schema.type === 'map') {
    for (const member of Object.values(value)) collect(member, schema.value, `${path}[]`, hidden);
  } else if (schema.type === 'struct' && schema.dynamic === undefined) {
    for (const [name, inner] of Object.entries(value)) {
      if (schema.typeMeta !== undefined && (name === 'kind' || name === 'apiVersion')) continue;
      const field = schema.byName.get(name);
      const at = path === '' ? name : `${path}.${name}`;
      if (field === undefined) hidden.add(at);
      else collect(inner, field.schema, at, hidden);
    }
  }
}
