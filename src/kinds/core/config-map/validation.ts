import type { CoreV1ConfigMap } from '../../../api/schema/types.gen.ts';
import { type FieldError, FieldPath, invalid, tooLong } from '../../../api/validation/field-errors.ts';
import { validateEach } from '../../../api/validation/validate-each.ts';
import { bytesOf, maxDataBytes, validateDataKeys, validateImmutable } from '../../shared/data-maps.ts';

export function validateConfigMap({ data, binaryData }: CoreV1ConfigMap): FieldError[] {
  const dataPath = FieldPath.of('data');
  const inBoth = Object.keys(data ?? {}).filter((key) => Object.hasOwn(binaryData ?? {}, key));
  const total = bytesOf(data, 'utf8') + bytesOf(binaryData, 'base64');
  return [
    ...validateDataKeys(data, dataPath),
    ...validateEach(inBoth, (key) => [
      invalid(dataPath.key(key), key, 'duplicate of key present in binaryData'),
    ]),
    ...validateDataKeys(binaryData, FieldPath.of('binaryData')),
    // The object as a whole is wrong; this is how the API prints the path of no field.
    ...(total > maxDataBytes ? [tooLong('[]', maxDataBytes)] : []),
  ];
}

export function validateConfigMapUpdate(object: CoreV1ConfigMap, old: CoreV1ConfigMap): FieldError[] {
  return [...validateImmutable(object, old, ['data', 'binaryData']), ...validateConfigMap(object)];
}
