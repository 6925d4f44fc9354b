import type {
  CoreV1Container,
  CoreV1ContainerStatus,
  CoreV1Pod,
  CoreV1PodSpec,
  CoreV1ResourceStatus,
} from '../../../api/schema/types.gen.ts';
import {
  duplicate,
  type FieldError,
  type FieldPath,
  forbidden,
  invalid,
  notSupported,
  required,
  tooLong,
} from '../../../api/validation/field-errors.ts';
import { groupId, type NumberCheck, userId } from '../../../api/validation/names.ts';
import { validateEach } from '../../../api/validation/validate-each.ts';
import { invalidEach } from '../../shared/field-checks.ts';
import type { PodFeatures } from '../../shared/pod-spec/index.ts';

type ListName = 'containerStatuses' | 'initContainerStatuses' | 'ephemeralContainerStatuses';

/** Validates who the processes of containers are, and how the devices are that they have got. */
export function validateContainerStatuses(
  { status, spec }: CoreV1Pod,
  path: FieldPath,
  features: PodFeatures,
): FieldError[] {
  const lists: readonly [ListName, readonly CoreV1Container[] | undefined][] = [
    ['containerStatuses', spec.containers ?? []],
    ['initContainerStatuses', spec.initContainers ?? []],
    ['ephemeralContainerStatuses', undefined],
  ];
  return lists.flatMap(([name, containers]) =>
    validateEach(status[name] ?? [], (container, index) => {
      const at = path.child(name).index(index);
      return [
        ...validateUser(container, at, spec, features),
        ...(containers === undefined
          ? validateNoDevices(container, at)
          : validateDevices(container, at, containers)),
      ];
    }),
  );
}

function validateUser(
  { user }: CoreV1ContainerStatus,
  path: FieldPath,
  { os }: CoreV1PodSpec,
  { since33 }: PodFeatures,
): FieldError[] {
  const linux = user?.linux;
  if (linux === undefined) return [];
  const at = since33 ? path.child('user', 'linux') : path.child('linux');
  if (os?.name === 'windows') return [forbidden(at, 'cannot be set for a windows pod')];
  const check = (id: number, idPath: FieldPath, rule: NumberCheck) => invalidEach(idPath, id, rule(id));
  return [
    ...check(linux.uid, at.child('uid'), userId),
    ...check(linux.gid, at.child('gid'), groupId),
    ...validateEach(linux.supplementalGroups ?? [], (group, index) =>
      check(group, at.child('supplementalGroups').index(index), groupId),
    ),
  ];
}

const validateNoDevices = (
  { allocatedResourcesStatus }: CoreV1ContainerStatus,
  path: FieldPath,
): FieldError[] =>
  allocatedResourcesStatus === undefined
    ? []
    : [forbidden(path.child('allocatedResourcesStatus'), 'must not be specified in container status')];

function validateDevices(
  { name, allocatedResourcesStatus: devices = [] }: CoreV1ContainerStatus,
  path: FieldPath,
  containers: readonly CoreV1Container[],
): FieldError[] {
  const container = containers.find((one) => one.name === name);
  return validateEach(devices, (device, index) => {
    const at = path.child('allocatedResourcesStatus').index(index);
    return [
      ...(container === undefined ? [] : validateDeviceName(device, at.child('name'), container)),
      ...validateHealth(device, at.child('resources')),
    ];
  });
}

const claimText =
  "must match one of the container's resource claims in a format 'claim:<claimName>/<request>' or 'claim:<claimName>' if request is empty";

function validateDeviceName(
  { name }: CoreV1ResourceStatus,
  path: FieldPath,
  { resources }: CoreV1Container,
): FieldError[] {
  if (!name.startsWith('claim:')) {
    return Object.hasOwn(resources.requests ?? {}, name)
      ? []
      : [invalid(path, name, "must match one of the container's resource requests")];
  }
  const claims = resources.claims ?? [];
  const isClaimed = claims.some(
    (claim) => name === `claim:${[claim.name, claim.request].filter(Boolean).join('/')}`,
  );
  return isClaimed ? [] : [invalid(path, name, claimText)];
}

const healths = ['Healthy', 'Unhealthy', 'Unknown'];
const maxMessage = 1024;

function validateHealth({ resources = [] }: CoreV1ResourceStatus, path: FieldPath): FieldError[] {
  const taken = new Set<string>();
  return validateEach(resources, ({ resourceID, health = '', message }, index) => {
    const at = path.index(index);
    const isTaken = taken.has(resourceID);
    taken.add(resourceID);
    return [
      ...(healths.includes(health) ? [] : [notSupported(at.child('health'), health, healths)]),
      ...(isTaken ? [duplicate(at.child('resourceID'), resourceID)] : []),
      ...(message === '' ? [required(at.child('message'))] : []),
      ...(message !== undefined && Buffer.byteLength(message) > maxMessage
        ? [tooLong(at.child('message'), maxMessage)]
        : []),
    ];
  });
}
