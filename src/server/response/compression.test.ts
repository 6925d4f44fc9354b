import { expect, test } from 'vitest';
import { acceptsGzip } from './compression.ts';

test.each([
  ['gzip', true],
  ['deflate, gzip', true],
  ['br,gzip ,x', true],
  [undefined, false],
  ['', false],
  ['identity', false],
  ['*', false],
  ['GZIP', false],
  ['x-gzip', false],
  ['gzip;q=0', false],
  ['gzip;q=1.0', false],
])('Accept-Encoding %j takes gzip: %s', (header, takes) => {
  expect(acceptsGzip({ headers: header === undefined ? {} : { 'accept-encoding': header } })).toBe(takes);
});
