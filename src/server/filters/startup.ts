import type { RequestHandler } from 'express';
import { StatusError } from '../../api/meta/status.ts';
import { stateOf } from '../request-state.ts';
import { sendError } from '../response/respond.ts';
import { type Filter, isHealth } from './filter.ts';

const starting = (): StatusError =>
  new StatusError(503, 'ServiceUnavailable', 'the server is starting, please try again', {
    retryAfterSeconds: 1,
  });

/**
 * Before it is known what is stored, nobody can say whose a token is, who may do what, and which webhooks a write has
 * to pass: such a request would be refused wrongly, or get through where it must not. Only health is told, to
 * everyone: a probe that is refused could end a start that takes its time.
 */
export function startup(isLoaded: () => boolean, tellHealth: RequestHandler): Filter {
  return {
    name: 'startup',
    handle: (request, response, next) => {
      if (isLoaded()) return next();
      if (isHealth(stateOf(request).info)) return tellHealth(request, response, next);
      sendError(request, response, starting());
    },
  };
}
