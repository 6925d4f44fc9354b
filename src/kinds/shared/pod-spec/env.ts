import type {
  CoreV1ConfigMapKeySelector,
  CoreV1EnvFromSource,
  CoreV1EnvVar,
  CoreV1FileKeySelector,
  CoreV1ObjectFieldSelector,
  CoreV1SecretKeySelector,
} from '../../../api/schema/types.gen.ts';
import {
  type FieldError,
  type FieldPath,
  forbidden,
  invalid,
  notFound,
  required,
} from '../../../api/validation/field-errors.ts';
import {
  configMapKey,
  dns1123Label,
  dns1123Subdomain,
  envVarName,
  type NameCheck,
  nameIsDnsSubdomain,
  relaxedEnvVarName,
} from '../../../api/validation/names.ts';
import { validateEach } from '../../../api/validation/validate-each.ts';
import {
  allEnvironmentFieldPaths,
  environmentFieldPaths,
  hostIPs,
  validateFieldSelector,
  validateResourceSelector,
} from '../downward-api.ts';
import { invalidEach, requireFormat } from '../field-checks.ts';
import { validateProjectedPath } from '../file-paths.ts';
import type { ContainerContext } from './options.ts';
import { allContainers } from './visit.ts';

export function validateEnv(
  variables: readonly CoreV1EnvVar[] = [],
  path: FieldPath,
  context: ContainerContext,
): FieldError[] {
  const nameCheck = envNameCheck(context);
  return validateEach(variables, (variable, index) => {
    const variablePath = path.index(index);
    return [
      ...requireFormat(variable.name, variablePath.child('name'), nameCheck),
      ...validateValueFrom(variable, variablePath.child('valueFrom'), context),
    ];
  });
}

/** Almost any name is taken: where it is not, one that the stored pod has anyway. */
function envNameCheck({ features, old }: ContainerContext): NameCheck {
  if (features.allowsRelaxedEnvNames) return relaxedEnvVarName;
  if (!features.since30 || old === undefined) return envVarName;
  const before = new Set(
    allContainers(old.spec).flatMap(({ env = [], envFrom = [] }) => [
      ...env.map(({ name }) => name),
      ...envFrom.map(({ prefix = '' }) => prefix),
    ]),
  );
  return [...before].some((name) => name !== '' && envVarName(name).length > 0)
    ? relaxedEnvVarName
    : envVarName;
}

function validateValueFrom(
  { value, valueFrom }: CoreV1EnvVar,
  path: FieldPath,
  context: ContainerContext,
): FieldError[] {
  if (valueFrom === undefined) return [];
  const { fieldRef, resourceFieldRef, configMapKeyRef, secretKeyRef, fileKeyRef } = valueFrom;
  const errors: FieldError[] = [];
  let sources = 0;
  const source = <T>(name: string, of: T | undefined, validate: (of: T, path: FieldPath) => FieldError[]) => {
    if (of === undefined) return;
    sources++;
    errors.push(...validate(of, path.child(name)));
  };
  source('fieldRef', fieldRef, (ref, at) => validateEnvField(ref, at, context));
  source('resourceFieldRef', resourceFieldRef, (ref, at) =>
    validateResourceSelector(ref, at, { requireContainerName: false }),
  );
  source('configMapKeyRef', configMapKeyRef, validateKeyRef);
  source('secretKeyRef', secretKeyRef, validateKeyRef);
  source('fileKeyRef', fileKeyRef, (ref, at) => validateFileKeyRef(ref, at, context));
  return [...errors, ...validateSourceCount(sources, Boolean(value), path, context)];
}

function validateEnvField(
  ref: CoreV1ObjectFieldSelector,
  path: FieldPath,
  { features: { podHostIPs, since28 } }: ContainerContext,
): FieldError[] {
  if (!since28) return validateFieldSelector(ref, environmentFieldPaths, path);
  const text = "may not be set when feature gate 'PodHostIPs' is not enabled";
  return [
    ...validateFieldSelector(ref, allEnvironmentFieldPaths, path),
    ...(!podHostIPs && ref.fieldPath === hostIPs ? [forbidden(path, text)] : []),
  ];
}

function validateSourceCount(
  sources: number,
  hasValue: boolean,
  path: FieldPath,
  { features: { envFiles } }: ContainerContext,
): FieldError[] {
  if (sources === 0) {
    const rest = envFiles
      ? '`configMapKeyRef`, `secretKeyRef` or `fileKeyRef`'
      : '`configMapKeyRef` or `secretKeyRef`';
    return [invalid(path, '', `must specify one of: \`fieldRef\`, \`resourceFieldRef\`, ${rest}`)];
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

/** A file in a volume that lasts as long as the pod, from which the node reads a variable. */
function validateFileKeyRef(
  { volumeName, path: file, key }: CoreV1FileKeySelector,
  path: FieldPath,
  { spec }: ContainerContext,
): FieldError[] {
  const volumePath = path.child('volumeName');
  const volume = spec.volumes?.find(({ name }) => name === volumeName);
  const notEmptyDir = volume !== undefined && volume.emptyDir === undefined;
  return [
    ...requireFormat(key, path.child('key'), relaxedEnvVarName),
    ...requireFormat(volumeName, volumePath, dns1123Label),
    ...(file ? validateProjectedPath(file, path.child('path')) : [required(path.child('path'))]),
    ...(volume === undefined ? [notFound(volumePath, volumeName)] : []),
    ...(notEmptyDir ? [invalid(volumePath, volumeName, 'referenced volume must be of type emptyDir')] : []),
  ];
}

/** The name of an object may be cut short here, as a generateName is. */
const sourceName = (name: string): string[] => nameIsDnsSubdomain(name, true);

export function validateEnvFrom(
  sources: readonly CoreV1EnvFromSource[] = [],
  path: FieldPath,
  context: ContainerContext,
): FieldError[] {
  const prefixCheck = envNameCheck(context);
  return validateEach(sources, ({ prefix, configMapRef, secretRef }, index) => {
    const sourcePath = path.index(index);
    const nameOf = (ref: { name?: string } | undefined, field: string) =>
      ref === undefined ? [] : requireFormat(ref.name, sourcePath.child(field, 'name'), sourceName);
    return [
      ...(prefix ? invalidEach(sourcePath.child('prefix'), prefix, prefixCheck(prefix)) : []),
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
