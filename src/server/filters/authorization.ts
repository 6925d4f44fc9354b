import { unauthorized } from '../../api/machinery/status.ts';
import { stateOf } from '../request-state.ts';
import { sendError } from '../respond.ts';
import type { Filter } from './filter.ts';

const open = new Set(['/healthz', '/livez', '/readyz', '/version', '/version/']);

/**
 * Whoever is authenticated may do everything; everyone else may ask whether the server is well and what it is.
 * To those, a path that is closed says that credentials are missing, not that a rule is.
 */
export function authorization(): Filter {
  return {
    name: 'authorization',
    handle: (request, response, next) => {
      const { info, user } = stateOf(request);
      const isAnonymous = user === undefined || user.groups.includes('system:unauthenticated');
      if (isAnonymous && !(open.has(info.path) && ['get', 'head'].includes(info.verb))) {
        return sendError(request, response, unauthorized());
      }
      next();
    },
  };
}
