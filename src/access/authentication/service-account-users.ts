import { serviceAccountUserPrefix as prefix } from '../../api/meta/user.ts';
import { dns1123Label, dns1123Subdomain } from '../../api/validation/names.ts';

/** Which service account a user is. */
export interface ServiceAccountName {
  namespace: string;
  name: string;
}

/** The groups that every service account of a namespace is in. */
export const serviceAccountGroups = (namespace: string): string[] => [
  'system:serviceaccounts',
  `system:serviceaccounts:${namespace}`,
];

/** Undefined for a user that is no service account, and for one whose name no service account can have. */
export function serviceAccountOf(userName: string): ServiceAccountName | undefined {
  if (!userName.startsWith(prefix)) return undefined;
  const [namespace, name, ...others] = userName.slice(prefix.length).split(':');
  if (namespace === undefined || name === undefined || others.length > 0) return undefined;
  return dns1123Label(namespace).length + dns1123Subdomain(name).length === 0
    ? { namespace, name }
    : undefined;
}
