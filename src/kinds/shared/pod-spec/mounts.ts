import type {
  CoreV1Container,
  CoreV1Volume,
  CoreV1VolumeDevice,
  CoreV1VolumeMount,
} from '../../../api/schema/types.gen.ts';
import {
  type FieldError,
  type FieldPath,
  forbidden,
  invalid,
  notFound,
  notSupported,
  required,
} from '../../../api/validation/field-errors.ts';
import { validateEach } from '../../../api/validation/validate-each.ts';
import { requireText, validateOneOf } from '../field-checks.ts';
import { validateDescendingPath, validateNoBacksteps } from '../file-paths.ts';
import { type ContainerContext, hasUserNamespace } from './options.ts';
import { allContainers } from './visit.ts';

type Volumes = ReadonlyMap<string, CoreV1Volume>;

/** Names and paths of the volumes that a container has. */
interface NamesAndPaths {
  names: ReadonlySet<string>;
  paths: ReadonlySet<string>;
}

const propagations = ['Bidirectional', 'HostToContainer', 'None'];

export function validateVolumeMounts(
  container: CoreV1Container,
  path: FieldPath,
  context: ContainerContext,
): FieldError[] {
  const { volumeMounts = [], volumeDevices = [] } = container;
  const { volumes } = context;
  const taken = new Set<string>();
  const devices = {
    names: new Set(volumeDevices.map((device) => device.name)),
    paths: new Set(volumeDevices.map((device) => device.devicePath)),
  };
  return validateEach(volumeMounts, (mount, index) => {
    const mountPath = path.index(index);
    const again = taken.has(mount.mountPath);
    taken.add(mount.mountPath);
    return [
      ...validateTarget(mount, mountPath, volumes),
      ...(again ? [invalid(mountPath.child('mountPath'), mount.mountPath, 'must be unique')] : []),
      ...validateNotDevice(mount, mountPath, devices),
      // From here on the API reports at the list, but for one.
      ...validateSubPaths(mount, path, mountPath),
      ...validatePropagation(mount, container, path.child('mountPropagation')),
      ...validateRecursiveReadOnly(mount, path.child('recursiveReadOnly')),
      ...validateImageMount(mount, mountPath, context),
    ];
  });
}

function validateTarget(
  { name, mountPath }: CoreV1VolumeMount,
  path: FieldPath,
  volumes: Volumes,
): FieldError[] {
  return [
    ...requireText(name, path, 'name'),
    ...(volumes.has(name) ? [] : [notFound(path.child('name'), name)]),
    ...requireText(mountPath, path, 'mountPath'),
  ];
}

function validateNotDevice(
  { name, mountPath }: CoreV1VolumeMount,
  path: FieldPath,
  devices: NamesAndPaths,
): FieldError[] {
  const errors: FieldError[] = [];
  if (devices.names.has(name)) {
    errors.push(invalid(path.child('name'), name, 'must not already exist in volumeDevices'));
  }
  if (devices.paths.has(mountPath)) {
    const text = 'must not already exist as a path in volumeDevices';
    errors.push(invalid(path.child('mountPath'), mountPath, text));
  }
  return errors;
}

function validateSubPaths(
  { subPath, subPathExpr }: CoreV1VolumeMount,
  listPath: FieldPath,
  path: FieldPath,
): FieldError[] {
  const ofPath = subPath ? validateDescendingPath(subPath, listPath.child('subPath')) : [];
  if (!subPathExpr) return ofPath;
  const both = 'subPathExpr and subPath are mutually exclusive';
  return [
    ...ofPath,
    ...(subPath ? [invalid(path.child('subPathExpr'), subPathExpr, both)] : []),
    ...validateDescendingPath(subPathExpr, listPath.child('subPathExpr')),
  ];
}

function validatePropagation(
  { mountPropagation }: CoreV1VolumeMount,
  { securityContext }: CoreV1Container,
  path: FieldPath,
): FieldError[] {
  if (mountPropagation === undefined) return [];
  const text = 'Bidirectional mount propagation is available only to privileged containers';
  return [
    ...validateOneOf(mountPropagation, path, propagations),
    ...(mountPropagation === 'Bidirectional' && !securityContext?.privileged ? [forbidden(path, text)] : []),
  ];
}

const recursions = ['Disabled', 'Enabled', 'IfPossible'];

/** Mounts below a mount are read-only as well only if the mount is, and stays out of sight of the host. */
function validateRecursiveReadOnly(
  { recursiveReadOnly, readOnly, mountPropagation }: CoreV1VolumeMount,
  path: FieldPath,
): FieldError[] {
  if (recursiveReadOnly === undefined || recursiveReadOnly === 'Disabled') return [];
  if (!recursions.includes(recursiveReadOnly)) return [notSupported(path, recursiveReadOnly, recursions)];
  const isSeen = mountPropagation !== undefined && mountPropagation !== 'None';
  return [
    ...(readOnly ? [] : [forbidden(path, 'may only be specified when readOnly is true')]),
    ...(isSeen
      ? [forbidden(path, 'may only be specified when mountPropagation is None or not specified')]
      : []),
  ];
}

/** Before 1.33 an image was mounted as a whole. */
function validateImageMount(
  mount: CoreV1VolumeMount,
  path: FieldPath,
  { volumes, features: { since33 } }: ContainerContext,
): FieldError[] {
  if (since33 || volumes.get(mount.name)?.image === undefined) return [];
  return (['subPath', 'subPathExpr'] as const)
    .filter((field) => mount[field])
    .map((field) => invalid(path.child(field), mount[field], 'not allowed in image volume sources'));
}

export function validateVolumeDevices(
  container: CoreV1Container,
  path: FieldPath,
  context: ContainerContext,
): FieldError[] {
  const { volumeMounts = [], volumeDevices = [] } = container;
  const { volumes } = context;
  const names = new Set<string>();
  const paths = new Set<string>();
  const mounts = {
    names: new Set(volumeMounts.map((mount) => mount.name)),
    paths: new Set(volumeMounts.map((mount) => mount.mountPath)),
  };
  const ofNamespace = validateDevicesOfHost(container, path, context);
  const errors = validateEach(volumeDevices, (device, index) => {
    const devicePath = path.index(index);
    const stepsBack = validateNoBacksteps(device.devicePath, devicePath).length > 0;
    const errors = [
      ...validateDeviceVolume(device, devicePath.child('name'), { volumes, names }),
      ...requireText(device.devicePath, devicePath, 'devicePath'),
      ...validateDevicePath(device, devicePath.child('devicePath'), { paths, stepsBack }),
      ...validateNotMount(device, devicePath, mounts),
    ];
    if (!stepsBack) paths.add(device.devicePath);
    if (device.name !== '') names.add(device.name);
    return errors;
  });
  return [...ofNamespace, ...errors];
}

/** The users of a pod with a namespace of its own have no rights on devices of the node. */
function validateDevicesOfHost(
  { volumeDevices }: CoreV1Container,
  path: FieldPath,
  { spec, old, features: { since34 } }: ContainerContext,
): FieldError[] {
  if (!since34 || !volumeDevices?.length || !hasUserNamespace(spec)) return [];
  const wasSo =
    old !== undefined &&
    hasUserNamespace(old.spec) &&
    allContainers(old.spec).some((container) => container.volumeDevices?.length);
  return wasSo ? [] : [forbidden(path, 'when `hostUsers` is false')];
}

function validateDeviceVolume(
  { name }: CoreV1VolumeDevice,
  path: FieldPath,
  { volumes, names }: { volumes: Volumes; names: ReadonlySet<string> },
): FieldError[] {
  const volume = volumes.get(name);
  const isClaim = volume?.persistentVolumeClaim !== undefined || volume?.ephemeral !== undefined;
  const text = 'can only use volume source type of PersistentVolumeClaim or Ephemeral for block mode';
  return [
    ...(name === '' ? [required(path)] : []),
    ...(names.has(name) ? [invalid(path, name, 'must be unique')] : []),
    ...(volume !== undefined && !isClaim ? [invalid(path, name, text)] : []),
    ...(volume === undefined ? [notFound(path, name)] : []),
  ];
}

function validateDevicePath(
  { devicePath }: CoreV1VolumeDevice,
  path: FieldPath,
  { paths, stepsBack }: { paths: ReadonlySet<string>; stepsBack: boolean },
): FieldError[] {
  return [
    ...(paths.has(devicePath) ? [invalid(path, devicePath, 'must be unique')] : []),
    ...(stepsBack ? [invalid(path, devicePath, "can not contain backsteps ('..')")] : []),
  ];
}

function validateNotMount(
  { name, devicePath }: CoreV1VolumeDevice,
  path: FieldPath,
  mounts: NamesAndPaths,
): FieldError[] {
  const errors: FieldError[] = [];
  if (mounts.names.has(name)) {
    errors.push(invalid(path.child('name'), name, 'must not already exist in volumeMounts'));
  }
  if (mounts.paths.has(devicePath)) {
    const text = 'must not already exist as a path in volumeMounts';
    errors.push(invalid(path.child('devicePath'), devicePath, text));
  }
  return errors;
}
