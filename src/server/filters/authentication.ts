import type { Request, Response } from 'express';
import type { AnonymousAccess } from '../../access/authentication/anonymous.ts';
import type { Authenticator } from '../../access/authentication/authenticator.ts';
import { unauthorized } from '../../api/meta/status.ts';
import { anonymousUser } from '../../api/meta/user.ts';
import type { RequestInfo } from '../../api/request/request-info.ts';
import { connectionOf } from '../http/connection.ts';
import type { AuthenticationResult } from '../metrics/authentication-series.ts';
import { stateOf } from '../request-state.ts';
import { sendError } from '../response/respond.ts';
import type { Filter } from './filter.ts';

const health = new Set(['/healthz', '/livez', '/readyz', '/version', '/version/']);

/** Receives how authentication ended, after so many milliseconds, and the user that was found. */
export type ObserveAuthentication = (
  result: AuthenticationResult,
  milliseconds: number,
  user?: string,
) => void;

/** Finds out who is asking. Wrong credentials are refused; none at all are anonymous, where that is allowed. */
export function authentication(
  authenticator: Authenticator,
  anonymous: AnonymousAccess,
  onRefusal: (request: Request, response: Response) => void = () => {},
  observe: ObserveAuthentication = () => {},
): Filter {
  return {
    name: 'authentication',
    step: 'authentication',
    handle: async (request, response, next) => {
      const begun = performance.now();
      const connection = connectionOf(request);
      const state = stateOf(request);
      const decision = authenticator.authenticate({
        headers: request.headers,
        rawHeaders: request.rawHeaders,
        connection,
        notes: state,
      });
      const decided = decision instanceof Promise ? await decision : decision;
      if (decided === 'invalid' || (decided === 'none' && !mayBeAnonymous(state.info, anonymous))) {
        observe(decided === 'none' ? 'failure' : 'error', performance.now() - begun);
        onRefusal(request, response);
        return sendError(request, response, unauthorized());
      }
      state.user = decided === 'none' ? anonymousUser : decided;
      connection.user = state.user.name;
      observe('success', performance.now() - begun, state.user.name);
      next();
    },
  };
}

function mayBeAnonymous({ path, verb }: RequestInfo, anonymous: AnonymousAccess): boolean {
  if (typeof anonymous !== 'string') return anonymous.has(path);
  if (anonymous !== 'health') return anonymous === 'anonymous';
  return health.has(path) && (verb === 'get' || verb === 'head');
}
