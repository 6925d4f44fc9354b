import type { RequestHandler } from 'express';
import { StatusError } from '../../api/meta/status.ts';
import { isHealth } from '../../api/request/request-info.ts';
import { stateOf } from '../request-state.ts';
import { sendError } from '../response/respond.ts';
import type { Filter } from './filter.ts';

const starting = (): StatusError =>
  new StatusError(503, 'ServiceUnavailable', 'the server is starting, please try again', {
    retryAfterSeconds: 1,
  });

/**
 * Before the caches are loaded, tokens, roles and webhook configurations are unknown: a request would be refused wrongly,
 * or admitted where it must not be. Only health is answered, to every client: a probe that is refused could end a slow
 * start.
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
