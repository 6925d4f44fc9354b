import type { CoreV1ObjectFieldSelector, CoreV1ResourceFieldSelector } from '../../api/schema/types.gen.ts';
import {
  type FieldError,
  type FieldPath,
  invalid,
  notSupported,
  required,
} from '../../api/validation/field-errors.ts';
import { qualifiedName } from '../../api/validation/names.ts';
import { invalidEach } from './field-checks.ts';

/** The downward API: fields of a pod and resources of its containers, as environment variables and files. */

export const volumeFieldPaths = [
  'metadata.annotations',
  'metadata.labels',
  'metadata.name',
  'metadata.namespace',
  'metadata.uid',
];

export const environmentFieldPaths = [
  'metadata.name',
  'metadata.namespace',
  'metadata.uid',
  'spec.nodeName',
  'spec.serviceAccountName',
  'status.hostIP',
  'status.podIP',
  'status.podIPs',
];

/** The field of 1.28 and later. */
export const hostIPs = 'status.hostIPs';

export const allEnvironmentFieldPaths = [...environmentFieldPaths, hostIPs].sort();

/** All field paths of version v1. */
const fieldPaths = new Set([
  ...volumeFieldPaths,
  ...environmentFieldPaths,
  'spec.restartPolicy',
  'spec.schedulerName',
  'status.phase',
]);

const aliases: ReadonlyMap<string, string> = new Map([['spec.host', 'spec.nodeName']]);
const subscripted = /^(.+?)\['(.*)'\]$/s;

/** Checks a `fieldRef`: a known path that is one of `supported`, or a label or annotation by its key. */
export function validateFieldSelector(
  { apiVersion, fieldPath }: CoreV1ObjectFieldSelector,
  supported: readonly string[],
  path: FieldPath,
): FieldError[] {
  if (!apiVersion) return [required(path.child('apiVersion'))];
  if (fieldPath === '') return [required(path.child('fieldPath'))];
  const conversionError = (why: string) => [
    invalid(path.child('fieldPath'), fieldPath, `error converting fieldPath: ${why}`),
  ];
  if (apiVersion !== 'v1') return conversionError(`unsupported pod version: ${apiVersion}`);

  const [, base, key] = fieldPath.endsWith("']") ? (subscripted.exec(fieldPath) ?? []) : [];
  if (base === 'metadata.labels') return invalidEach(path, key, qualifiedName(key!));
  if (base === 'metadata.annotations') {
    return invalidEach(path, key, qualifiedName(key!.toLowerCase()));
  }
  if (base !== undefined) return conversionError(`field label does not support subscript: ${fieldPath}`);

  const field = aliases.get(fieldPath) ?? fieldPath;
  if (!fieldPaths.has(field) && !supported.includes(field))
    return conversionError(`field label not supported: ${fieldPath}`);
  return supported.includes(field) ? [] : [notSupported(path.child('fieldPath'), field, supported)];
}

const resources = [
  'limits.cpu',
  'limits.ephemeral-storage',
  'limits.memory',
  'requests.cpu',
  'requests.ephemeral-storage',
  'requests.memory',
];

const hugePages = /^(?:limits|requests)\.hugepages-/;
const sizeDivisors = new Set('1,1k,1M,1G,1T,1P,1E,1Ki,1Mi,1Gi,1Ti,1Pi,1Ei'.split(','));
const sizeDivisorText = [...sizeDivisors].join(', ');
const cpuDivisors = new Set(['1m', '1']);

/** Checks a `resourceFieldRef`. It may omit the container in an environment variable, but not in a file. */
export function validateResourceSelector(
  selector: CoreV1ResourceFieldSelector,
  path: FieldPath,
  { requireContainerName }: { requireContainerName: boolean },
): FieldError[] {
  const { containerName, resource, divisor } = selector;
  const errors: FieldError[] = [];
  if (requireContainerName && !containerName) errors.push(required(path.child('containerName')));
  else if (resource === '') errors.push(required(path.child('resource')));
  else if (!resources.includes(resource) && !hugePages.test(resource)) {
    errors.push(notSupported(path.child('resource'), resource, resources));
  }
  return [...errors, ...validateDivisor(resource, divisor, path.child('divisor'))];
}

function validateDivisor(resource: string, divisor: string, path: FieldPath): FieldError[] {
  if (divisor === '' || divisor === '0') return [];
  const family = divisorFamily(resource);
  if (family === undefined) return [];
  const [divisors, listed, name] = family;
  if (divisors.has(divisor)) return [];
  return [invalid(path, resource, `only divisor's values ${listed} are supported with the ${name} resource`)];
}

/** The divisors of a resource, how a message lists them, and what it calls the resource. */
function divisorFamily(resource: string): [ReadonlySet<string>, string, string] | undefined {
  if (hugePages.test(resource)) return [sizeDivisors, sizeDivisorText, 'hugepages'];
  switch (resource.slice(resource.indexOf('.') + 1)) {
    case 'cpu':
      return [cpuDivisors, '1m and 1', 'cpu'];
    case 'memory':
      return [sizeDivisors, sizeDivisorText, 'memory'];
    case 'ephemeral-storage':
      return [sizeDivisors, sizeDivisorText, 'local ephemeral storage'];
    default:
      return undefined;
  }
}
