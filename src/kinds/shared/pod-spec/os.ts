import type {
  CoreV1PodSecurityContext,
  CoreV1PodSpec,
  CoreV1SecurityContext,
} from '../../../api/schema/types.gen.ts';
import {
  type FieldError,
  type FieldPath,
  forbidden,
  notSupported,
  required,
} from '../../../api/validation/field-errors.ts';
import { validateEach } from '../../../api/validation/validate-each.ts';
import type { PodContext } from './options.ts';
import { allContainersWithPaths } from './visit.ts';

const systems = ['linux', 'windows'];

/** Validates the system that a pod says it needs, and that it asks for nothing that this system has not. */
export function validateOs(
  spec: CoreV1PodSpec,
  path: FieldPath,
  { features, gates, old }: PodContext,
): FieldError[] {
  const { os } = spec;
  if (os === undefined) return [];
  const osPath = path.child('os');
  if (!gates.isOn('IdentifyPodOS') && old?.spec.os === undefined) {
    return [forbidden(osPath, 'cannot be set when IdentifyPodOS feature is not enabled')];
  }
  if (os.name === '') {
    return [required(osPath.child('name'), features.since33 ? '' : 'cannot be empty')];
  }
  if (!systems.includes(os.name)) return [notSupported(osPath, os.name, systems)];
  if (!features.since24) return [];
  return os.name === 'linux' ? validateLinux(spec, path) : validateWindows(spec, path);
}

function validateLinux(spec: CoreV1PodSpec, path: FieldPath): FieldError[] {
  const text = 'windows options cannot be set for a linux pod';
  const places = [{ container: spec, path }, ...allContainersWithPaths(spec, path)];
  return validateEach(places, ({ container: { securityContext }, path: at }) =>
    securityContext?.windowsOptions === undefined
      ? []
      : [forbidden(at.child('securityContext', 'windowsOptions'), text)],
  );
}

const ofPod: readonly (keyof CoreV1PodSecurityContext)[] = [
  'appArmorProfile',
  'seLinuxOptions',
  'seccompProfile',
  'fsGroup',
  'fsGroupChangePolicy',
  'sysctls',
  'runAsUser',
  'runAsGroup',
  'supplementalGroups',
  'supplementalGroupsPolicy',
  'seLinuxChangePolicy',
];
const ofContainer: readonly (keyof CoreV1SecurityContext)[] = [
  'appArmorProfile',
  'seLinuxOptions',
  'seccompProfile',
  'capabilities',
  'readOnlyRootFilesystem',
  'privileged',
  'allowPrivilegeEscalation',
  'procMount',
  'runAsUser',
  'runAsGroup',
];

function validateWindows(spec: CoreV1PodSpec, path: FieldPath): FieldError[] {
  const text = 'cannot be set for a windows pod';
  const { securityContext, hostUsers, hostPID, hostIPC, shareProcessNamespace } = spec;
  const shared = {
    hostUsers: hostUsers !== undefined,
    hostPID: hostPID === true,
    hostIPC: hostIPC === true,
    shareProcessNamespace: shareProcessNamespace !== undefined,
  };
  return [
    ...Object.entries(shared).flatMap(([field, isSet]) =>
      isSet ? [forbidden(path.child(field), text)] : [],
    ),
    ...ofPod
      .filter((field) => securityContext?.[field] !== undefined)
      .map((field) => forbidden(path.child('securityContext', field), text)),
    ...allContainersWithPaths(spec, path).flatMap(({ container, path: at }) =>
      ofContainer
        .filter((field) => container.securityContext?.[field] !== undefined)
        .map((field) => forbidden(at.child('securityContext', field), text)),
    ),
  ];
}
