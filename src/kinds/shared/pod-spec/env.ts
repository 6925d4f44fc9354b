import type {
  CoreV1ConfigMapKeySelector,
  CoreV1EnvFromSource,
  CoreV1EnvVar,
  CoreV1SecretKeySelector,
} from '../../../api/schema/types.gen.ts';
import { type FieldError, type FieldPath, invalid } from '../../../api/validation/field-errors.ts';
import {
  configMapKey,
  dns1123Subdomain,
  envVarName,
  nameIsDnsSubdomain,
} from '../../../api/validation/names.ts';
import { validateEach } from '../../../api/validation/validate-each.ts';
import { environmentFieldPaths, validateFieldSelector, validateResourceSelector } from '../downward-api.ts';
import { invalidEach, requireFormat } from '../field-checks.ts';

export function validateEnv(variables: readonly CoreV1EnvVar[] = [], path: FieldPath): FieldError[] {
  return validateEach(variables, (variable, index) => {
    const variablePath = path.index(index);
    return [
      ...requireFormat(variable.name, variablePath.child('name'), envVarName),
      ...validateValueFrom(variable, variablePath.child('valueFrom')),
    ];
  });
}

function validateValueFrom({ value, valueFrom }: CoreV1EnvVar, path: FieldPath): FieldError[] {
  if (valueFrom === undefined) return [];
  const { fieldRef, resourceFieldRef, configMapKeyRef, secretKeyRef } = valueFrom;
  const errors: FieldError[] = [];
  let sources = 0;
  const source = <T>(name: string, of: T | undefined, validate: (of: T, path: FieldPath) => FieldError[]) => {
    if (of === undefined) return;
    sources++;
    errors.push(...validate(of, path.child(name)));
  };
  source('fieldRef', fieldRef, (ref, at) => validateFieldSelector(ref, environmentFieldPaths, at));
  source('resourceFieldRef', resourceFieldRef, (ref, at) =>
    validateResourceSelector(ref, at, { requireContainerName: false }),
  );
  source('configMapKeyRef', configMapKeyRef, validateKeyRef);
  source('secretKeyRef', secretKeyRef, validateKeyRef);
  return [...errors, ...validateSourceCount(sources, Boolean(value), path)];
}

function validateSourceCount(sources: number, hasValue: boolean, path: FieldPath): FieldError[] {
  if (sources === 0) {
    const text = 'must specify one of: `fieldRef`, `resourceFieldRef`, `configMapKeyRef` or `secretKeyRef`';
    return [invalid(path, '', text)];
  }
  if (hasValue) return [invalid(path, '', 'may not be specified when `value` is not empty')];
  return sources > 1 ? [invalid(path, '', 'may not have more than one field specified at a time')] : [];
}

function validateKeyRef(
  { name = '', key }: CoreV1ConfigMapKeySelector | CoreV1SecretKeySelector,
  path: FieldPath,
): FieldError[] {
  return [
    ...invalidEach(path.child('name'), name, dns1123Subdomain(name)),
    ...requireFormat(key, path.child('key'), configMapKey),
  ];
}

/** The name of an object may be cut short here, as a generateName is. */
const sourceName = (name: string): string[] => nameIsDnsSubdomain(name, true);

export function validateEnvFrom(sources: readonly CoreV1EnvFromSource[] = [], path: FieldPath): FieldError[] {
  return validateEach(sources, ({ prefix, configMapRef, secretRef }, index) => {
    const sourcePath = path.index(index);
    const nameOf = (ref: { name?: string } | undefined, field: string) =>
      ref === undefined ? [] : requireFormat(ref.name, sourcePath.child(field, 'name'), sourceName);
    return [
      ...(prefix ? invalidEach(sourcePath.child('prefix'), prefix, envVarName(prefix)) : []),
      ...nameOf(configMapRef, 'configMapRef'),
      ...nameOf(secretRef, 'secretRef'),
      // The API reports these two at the list.
      ...(configMapRef === undefined && secretRef === undefined
        ? [invalid(path, '', 'must specify one of: `configMapRef` or `secretRef`')]
        : []),
      ...(configMapRef !== undefined && secretRef !== undefined
        ? [invalid(path, '', 'may not have more than one field specified at a time')]
        : []),
    ];
  });
}
