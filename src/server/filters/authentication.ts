import type { Authenticator } from '../../access/authentication/authenticator.ts';
import { unauthorized } from '../../api/machinery/status.ts';
import { anonymousUser } from '../../api/machinery/user.ts';
import { connectionOf } from '../http/connection.ts';
import { stateOf } from '../request-state.ts';
import { sendError } from '../respond.ts';
import type { Filter } from './filter.ts';

/** Finds out who is asking. Wrong credentials are refused; none at all are anonymous. */
export function authentication(authenticator: Authenticator): Filter {
  return {
    name: 'authentication',
    handle: async (request, response, next) => {
      const decision = authenticator.authenticate({
        headers: request.headers,
        connection: connectionOf(request),
      });
      const decided = decision instanceof Promise ? await decision : decision;
      if (decided === 'invalid') return sendError(request, response, unauthorized());
      stateOf(request).user = decided === 'none' ? anonymousUser : decided;
      next();
    },
  };
}
