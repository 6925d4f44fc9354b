import { isMap } from '../../api/json/json-values.ts';
import type { MetaV1ObjectMeta } from '../../api/schema/types.gen.ts';
import type { Description } from '../shared/description/description.ts';
import type { DescribedObject } from './describer.ts';

/** Words that are written in capitals. */
const acronyms = new Set(['API', 'URL', 'UID', 'OSB', 'GUID']);

/** All fields of an object, one below the other. */
export function describeGeneric(to: Description, object: DescribedObject): void {
  const { apiVersion, kind, metadata, ...rest } = object;
  const {
    name: _name,
    namespace: _namespace,
    labels: _labels,
    annotations: _annotations,
    ...more
  } = metadata;
  const { managedFields: _fields, ...shown }: MetaV1ObjectMeta = more;
  to.head({ ...metadata, namespace: metadata.namespace ?? '' });
  to.field(0, 'API Version', apiVersion);
  to.field(0, 'Kind', kind);
  describeContent(to, 0, { metadata: shown, ...rest });
}

function describeContent(to: Description, level: number, content: Readonly<Record<string, unknown>>): void {
  for (const name of Object.keys(content).sort()) {
    const value = content[name];
    const label = labelOf(name);
    if (Array.isArray(value)) {
      to.line(level, `${label}:`);
      for (const item of value) {
        if (isMap(item)) describeContent(to, level + 1, item);
        else to.line(level + 1, String(item));
      }
    } else if (isMap(value)) {
      to.line(level, `${label}:`);
      describeContent(to, level + 1, value);
    } else to.field(level, label, value === null ? '<nil>' : value);
  }
}

/** `holderIdentity` is `Holder Identity`, `podUID` is `Pod UID`. */
function labelOf(name: string): string {
  const words = name.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+|[^A-Za-z\d_]+/g) ?? [name];
  return words
    .map((word) =>
      acronyms.has(word.toUpperCase()) ? word.toUpperCase() : word[0]!.toUpperCase() + word.slice(1),
    )
    .join(' ');
}
