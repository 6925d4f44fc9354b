import type { Attributes, Authorizer } from '../../access/authorization/authorizer.ts';
import { unauthorized } from '../../api/machinery/status.ts';
import { forbiddenRequest } from '../forbidden.ts';
import { type RequestState, stateOf } from '../request-state.ts';
import { sendError } from '../respond.ts';
import type { Filter } from './filter.ts';

const open = new Set(['/healthz', '/livez', '/readyz', '/version', '/version/']);

/**
 * Lets pass what some mode allows. To those who showed no credentials, a path that is closed says that credentials
 * are missing, not that a rule is.
 */
export function authorization(authorizer: Authorizer): Filter {
  return {
    name: 'authorization',
    handle: async (request, response, next) => {
      const state = stateOf(request);
      const { info, user } = state;
      const isAnonymous = user === undefined || user.groups.includes('system:unauthenticated');
      if (isAnonymous && !(open.has(info.path) && ['get', 'head'].includes(info.verb))) {
        return sendError(request, response, unauthorized());
      }
      const attributes = attributesOf(state);
      const answer = authorizer.authorize(attributes);
      const ruling = answer instanceof Promise ? await answer : answer;
      if (ruling.verdict === 'allow') return next();
      sendError(request, response, forbiddenRequest(attributes, ruling.reason));
    },
  };
}

/** What authorizers see of a request. */
function attributesOf({ info, user }: RequestState): Attributes {
  const { isResourceRequest, verb, path, namespace, group, version, resource, subresource, name } = info;
  if (!isResourceRequest) return { ...nothing, user: user!, verb, path };
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

const nothing = {
  isResourceRequest: false,
  namespace: '',
  group: '',
  version: '',
  resource: '',
  subresource: '',
  name: '',
};
