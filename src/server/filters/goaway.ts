import type { Random } from '../../util/random.ts';
import { connectionOf } from '../http/connection.ts';
import { endSession } from '../http/drain.ts';
import type { Filter } from './filter.ts';

const oneMillion = 1_000_000;

/**
 * Asks the client of every so many HTTP/2 requests to reconnect, so that a load balancer can spread connections anew.
 * The request itself, and those that are open, are served to their end.
 */
export function goaway(chance: number, random: Random): Filter {
  const bound = Math.round(chance * oneMillion);
  return {
    name: 'goaway',
    handle: (request, _response, next) => {
      if (request.httpVersionMajor === 2 && random.below(oneMillion) < bound) {
        const { session } = connectionOf(request);
        if (session !== undefined) void endSession(session);
      }
      next();
    },
  };
}
