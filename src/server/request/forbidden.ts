import type { Attributes } from '../../access/authorization/authorizer.ts';
import { forbiddenError, type StatusError } from '../../api/meta/status.ts';
import { escapeMarkup } from '../../util/escape-markup.ts';
import { goQuote } from '../../util/quote.ts';

/** The refusal of a request that no rule allows: it says what was asked. `reason`: of the authorizer, may be empty. */
export function forbiddenRequest(attributes: Attributes, reason: string): StatusError {
  const { group, resource, name } = attributes;
  const what = escapeMarkup(describe(attributes));
  return forbiddenError({ group, resource }, name, reason === '' ? what : `${what}: ${reason}`);
}

/** `User "a" cannot list resource "pods" in API group "" in the namespace "b"` */
function describe(attributes: Attributes): string {
  const { user, verb, isResourceRequest, group, resource, subresource, namespace, path } = attributes;
  const who = `User ${goQuote(user.name)} cannot ${verb}`;
  if (!isResourceRequest) return `${who} path ${goQuote(path)}`;
  const type = subresource === '' ? resource : `${resource}/${subresource}`;
  const where = namespace === '' ? 'at the cluster scope' : `in the namespace ${goQuote(namespace)}`;
  return `${who} resource ${goQuote(type)} in API group ${goQuote(group)} ${where}`;
}
