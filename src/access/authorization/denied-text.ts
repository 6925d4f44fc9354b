import { goQuote } from '../../util/quote.ts';
import type { Attributes } from './authorizer.ts';

/** Says what is denied: `User "a" cannot list resource "pods" in API group "" in the namespace "b"`. */
export function deniedText(attributes: Attributes): string {
  const { user, verb, isResourceRequest, group, resource, subresource, namespace, path } = attributes;
  const who = `User ${goQuote(user.name)} cannot ${verb}`;
  if (!isResourceRequest) return `${who} path ${goQuote(path)}`;
  const type = subresource === '' ? resource : `${resource}/${subresource}`;
  const where = namespace === '' ? 'at the cluster scope' : `in the namespace ${goQuote(namespace)}`;
  return `${who} resource ${goQuote(type)} in API group ${goQuote(group)} ${where}`;
}
