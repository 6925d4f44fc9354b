import type { Filter } from './filter.ts';

/** Sets the Strict-Transport-Security header of every answer. */
export const strictTransportSecurity = (value: string): Filter => ({
  name: 'strict-transport-security',
  handle: (_request, response, next) => {
    response.setHeader('Strict-Transport-Security', value);
    next();
  },
});

/** For servers that do not compress: no client is taken to accept it. */
export const withoutCompression = (): Filter => ({
  name: 'without-compression',
  handle: (request, _response, next) => {
    delete request.headers['accept-encoding'];
    next();
  },
});
