import {
  badRequest,
  forbiddenError,
  methodNotSupported,
  notFoundError,
  StatusError,
} from '../../api/meta/status.ts';
import type { RequestInfo } from '../../api/request/request-info.ts';
import { allVerbs } from '../../api/schema/schema.ts';
import type { ServedResource } from '../surface/api-surface.ts';

/** Verbs that change one object. */
const ofObjects = ['update', 'patch'];
const subresourceVerbs = ['get', 'patch', 'update'];

/** Whether the path of a request is one of a custom resource: namespaced ones are listed and watched in all namespaces. */
export function isCustomPath({ definition }: ServedResource, { namespace, verb }: RequestInfo): boolean {
  if (!definition.namespaced) return namespace === '';
  return namespace !== '' || verb === 'list' || verb === 'watch';
}

/** Throws a StatusError for what cannot be done with a custom resource. Parts of a path behind a subresource are ignored. */
export function checkCustomRoute({ definition, custom }: ServedResource, info: RequestInfo): void {
  const { group, plural } = definition;
  const type = { group, resource: plural };
  const { verb, subresource, name } = info;
  if (subresource !== '' && !definition.subresources.includes(subresource)) throw notFoundError(type, name);
  const verbs = subresource === '' ? allVerbs : subresourceVerbs;
  if (!verbs.includes(verb)) throw methodNotSupported(type, verb);
  if (name === '' && ofObjects.includes(verb)) throw badRequest('name must be provided');
  if (verb !== 'create' || custom!.takes !== 'no creations') return;
  const { code, reason, details } = methodNotSupported(type, verb);
  throw new StatusError(code, reason, whyNoCreation, details);
}

const whyNoCreation = 'create not allowed while custom resource definition is terminating';

/** Throws a StatusError when no new objects are taken. `name`: that of the object. */
export function checkCustomCreation({ definition, custom }: ServedResource, name: string): void {
  if (custom?.takes !== 'no new objects') return;
  const { group, plural: resource } = definition;
  throw forbiddenError({ group, resource }, name, whyNoCreation);
}
