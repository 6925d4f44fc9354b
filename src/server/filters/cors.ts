import type { Filter } from './filter.ts';

/** The methods and headers that pages of an allowed origin may use. */
const granted = {
  'Access-Control-Allow-Methods': 'POST, GET, OPTIONS, PUT, DELETE, PATCH',
  'Access-Control-Allow-Headers':
    'Content-Type, Content-Length, Accept-Encoding, X-CSRF-Token, Authorization, X-Requested-With, If-Modified-Since',
  'Access-Control-Expose-Headers': 'Date',
  'Access-Control-Allow-Credentials': 'true',
};

/** Longer origins than any host and port make are not compared with patterns. */
const maxOrigin = 1_024;

/** Tells browsers that pages of some origins may call, and answers the question that they ask before (OPTIONS). */
export function cors(isAllowed: (origin: string) => boolean): Filter {
  return {
    name: 'cors',
    handle: (request, response, next) => {
      const { origin } = request.headers;
      if (origin === undefined || origin === '' || origin.length > maxOrigin || !isAllowed(origin))
        return next();
      response.setHeader('Access-Control-Allow-Origin', origin);
      for (const [name, value] of Object.entries(granted)) response.setHeader(name, value);
      if (request.method !== 'OPTIONS') return next();
      response.statusCode = 204;
      response.end();
    },
  };
}
