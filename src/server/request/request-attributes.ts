import type { Attributes } from '../../access/authorization/authorizer.ts';
import type { RequestState } from '../request-state.ts';

/** The authorization attributes of an authenticated request. */
export function attributesOf({ info, user }: Pick<RequestState, 'info' | 'user'>): Attributes {
  const { isResourceRequest, verb, path, namespace, group, version, resource, subresource, name } = info;
  if (!isResourceRequest) return { ...noResource, user: user!, verb, path };
  return {
    user: user!,
    verb,
    isResourceRequest,
    namespace,
    group,
    version,
    resource,
    subresource,
    name,
    path,
  };
}

/** Attributes of a path that is about no resource. */
export const noResource = {
  isResourceRequest: false,
  namespace: '',
  group: '',
  version: '',
  resource: '',
  subresource: '',
  name: '',
};
