import type { CoreV1Pod } from '../../../api/schema/types.gen.ts';
import {
  duplicate,
  type FieldError,
  type FieldPath,
  invalid,
  required,
} from '../../../api/validation/field-errors.ts';
import { dns1123Label } from '../../../api/validation/names.ts';
import { validateEach } from '../../../api/validation/validate-each.ts';
import { parseQuantity } from '../../../api/values/quantity.ts';
import { invalidEach, requireText, validateSubdomainFormat } from '../../shared/field-checks.ts';
import { isNativeResource } from '../../shared/resources/names.ts';
import type { ServedApi } from '../../shared/served-api.ts';

/** Validates which claims were made for a pod, and what they have got. */
export function validateClaimStatuses(pod: CoreV1Pod, path: FieldPath, api: ServedApi): FieldError[] {
  return [
    ...validateNames(pod, path.child('resourceClaimStatuses')),
    ...validateExtended(pod, path.child('extendedResourceClaimStatus')),
    ...validateAllocatable(pod, path.child('nodeAllocatableResourceClaimStatuses'), api),
  ];
}

function validateNames({ spec, status }: CoreV1Pod, path: FieldPath): FieldError[] {
  const known = new Set(spec.resourceClaims?.map(({ name }) => name));
  const taken = new Set<string>();
  const text = 'must match the name of an entry in `spec.resourceClaims`';
  return validateEach(status.resourceClaimStatuses ?? [], ({ name, resourceClaimName }, index) => {
    const at = path.index(index);
    const isTaken = taken.has(name);
    taken.add(name);
    return [
      ...(known.has(name) ? [] : [invalid(at.child('name'), name, text)]),
      ...(isTaken ? [duplicate(at.child('name'), name)] : []),
      ...(resourceClaimName === undefined
        ? []
        : validateSubdomainFormat(resourceClaimName, at.child('resourceClaimName'))),
    ];
  });
}

function validateExtended({ spec, status }: CoreV1Pod, path: FieldPath): FieldError[] {
  const { extendedResourceClaimStatus: extended } = status;
  if (extended === undefined) return [];
  const mappings = extended.requestMappings ?? [];
  const containers = [...(spec.initContainers ?? []), ...(spec.containers ?? [])];
  const taken = new Set<string>();
  const mappingsPath = path.child('requestMappings');
  return [
    ...requireText(extended.resourceClaimName, path, 'resourceClaimName'),
    ...(extended.resourceClaimName
      ? validateSubdomainFormat(extended.resourceClaimName, path.child('resourceClaimName'))
      : []),
    ...(mappings.length === 0 ? [required(mappingsPath, 'at least one request mapping is required')] : []),
    ...validateEach(mappings, ({ containerName, resourceName, requestName }, index) => {
      const at = mappingsPath.index(index);
      const container = containers.find(({ name }) => name === containerName);
      const isAsked = Object.hasOwn(container?.resources.requests ?? {}, resourceName);
      const key = JSON.stringify([containerName, resourceName, requestName]);
      const isTaken = taken.has(key);
      taken.add(key);
      const noResource =
        'must match the extended resource name of an entry in spec.initContainers.resources.requests or spec.containers.resources.requests';
      const noContainer =
        'must match the name of an entry in spec.initContainers.name or spec.containers.name';
      return [
        ...(container === undefined ? [invalid(at.child('containerName'), containerName, noContainer)] : []),
        ...(container === undefined || isAsked
          ? []
          : [invalid(at.child('resourceName'), resourceName, noResource)]),
        // The path is the API's.
        ...invalidEach(path.child('requestName'), requestName, dns1123Label(requestName)),
        ...(isTaken
          ? [
              duplicate(at.child('containerName'), containerName),
              duplicate(at.child('resourceName'), resourceName),
              duplicate(at.child('requestName'), requestName),
            ]
          : []),
      ];
    }),
  ];
}

function validateAllocatable(
  { spec, status }: CoreV1Pod,
  path: FieldPath,
  { dialect }: ServedApi,
): FieldError[] {
  const claims = new Set([
    ...(status.resourceClaimStatuses ?? []).map(({ resourceClaimName }) => resourceClaimName),
    ...(spec.resourceClaims ?? []).map(({ resourceClaimName }) => resourceClaimName),
    status.extendedResourceClaimStatus?.resourceClaimName,
  ]);
  return validateEach(status.nodeAllocatableResourceClaimStatuses ?? [], (one, index) => {
    const at = path.index(index);
    const { resourceClaimName: name, containers = [], resources } = one;
    const resourcesPath = at.child('resources');
    const amounts = Object.entries(resources ?? {});
    return [
      ...(name ? [] : [required(at.child('resourceClaimName'), 'must not be empty')]),
      ...(name && !claims.has(name)
        ? [invalid(at.child('resourceClaimName'), name, 'no mapping found in pod reference')]
        : []),
      ...(containers.length === 0 ? [required(at.child('containers'), 'must not be empty')] : []),
      ...(amounts.length === 0 ? [required(resourcesPath, 'must not be empty')] : []),
      ...amounts.flatMap(([resource, amount]) => [
        ...(isNativeResource(resource, dialect)
          ? []
          : [invalid(resourcesPath.key(resource), resource, 'must be a node allocatable resource name')]),
        ...(parseQuantity(amount).sign() < 0
          ? [invalid(resourcesPath.key(resource), amount, 'must be non-negative')]
          : []),
      ]),
    ];
  });
}
