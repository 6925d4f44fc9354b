import type { Dialect } from '../../../api/meta/dialect.ts';
import { qualifiedName } from '../../../api/validation/names.ts';

/*
 * Names of resources, the things that are counted and limited. Without a slash a name is the product's own and one
 * of those below; with one it is qualified: the product's (its label domain before the slash) or extended.
 */

const objectCounts = [
  'pods',
  'resourcequotas',
  'services',
  'replicationcontrollers',
  'secrets',
  'configmaps',
  'persistentvolumeclaims',
  'services.nodeports',
  'services.loadbalancers',
];

const container = ['cpu', 'memory', 'ephemeral-storage'];
const bounds = container.flatMap((name) => [`requests.${name}`, `limits.${name}`]);

const objectCountNames = new Set(objectCounts);
const containerNames = new Set(container);
const quotaNames = new Set([...container, ...bounds, 'requests.storage', ...objectCounts]);
const standardNames = new Set([...quotaNames, 'storage']);

export const isHugePages = (name: string): boolean => name.startsWith('hugepages-');
const isHugePagesForQuota = (name: string): boolean =>
  isHugePages(name) || name.startsWith('requests.hugepages-');

/** Whether a name without a slash means anything anywhere. */
export const isStandardResource = (name: string): boolean =>
  standardNames.has(name) || isHugePagesForQuota(name);
/** … those that a container may ask for. */
export const isStandardContainerResource = (name: string): boolean =>
  containerNames.has(name) || isHugePages(name);
/** … those that a quota may bound. */
export const isStandardQuotaResource = (name: string): boolean =>
  quotaNames.has(name) || isHugePagesForQuota(name);

export const isQualified = (name: string): boolean => name.includes('/');

/** The product's own, with or without a domain. */
export const isNativeResource = (name: string, { label }: Dialect): boolean =>
  !isQualified(name) || name.includes(`${label}/`);

/** `example.com/gpu`: whole numbers of something that a node has, and a quota can name as `requests.example.com/gpu`. */
export const isExtendedResource = (name: string, dialect: Dialect): boolean =>
  !isNativeResource(name, dialect) &&
  !name.startsWith('requests.') &&
  qualifiedName(`requests.${name}`).length === 0;

/** There are no fractions of it. */
export const isIntegerResource = (name: string, dialect: Dialect): boolean =>
  objectCountNames.has(name) || isExtendedResource(name, dialect);

/** More of it may be promised than there is. */
export const isOvercommitAllowed = (name: string, dialect: Dialect): boolean =>
  isNativeResource(name, dialect) && !isHugePages(name);
