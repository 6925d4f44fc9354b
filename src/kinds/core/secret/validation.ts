import type { FeatureGates } from '../../../api/gates/feature-gates.ts';
import type { Dialect } from '../../../api/meta/dialect.ts';
import type { CoreV1Secret } from '../../../api/schema/types.gen.ts';
import { type FieldError, FieldPath, tooLong } from '../../../api/validation/field-errors.ts';
import { bytesOf, maxDataBytes, validateDataKeys, validateImmutable } from '../../shared/data-maps.ts';
import { unchanged } from '../../shared/unchanged.ts';
import { contentRules } from './content.ts';

const dataPath = FieldPath.of('data');

export function secretValidation(dialect: Dialect, gates: FeatureGates) {
  const rules = contentRules(dialect, gates);

  const validate = (secret: CoreV1Secret): FieldError[] => [
    ...validateDataKeys(secret.data, dataPath),
    ...(bytesOf(secret.data, 'base64') > maxDataBytes ? [tooLong(dataPath, maxDataBytes)] : []),
    ...(rules.get(secret.type ?? '')?.(secret) ?? []),
  ];

  const validateUpdate = (secret: CoreV1Secret, old: CoreV1Secret): FieldError[] => [
    ...unchanged(secret.type, old.type, FieldPath.of('type')),
    ...validateImmutable(secret, old, ['data']),
    ...validate(secret),
  ];

  return { validateCreate: validate, validateUpdate };
}
