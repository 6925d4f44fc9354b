import { expect, it } from 'vitest';
import { logRefusal } from './log-refusal.ts';

it.each<[number, string, object]>([
  [400, 'no such container', { reason: 'BadRequest', message: 'no such container' }],
  [500, 'broken', { reason: 'InternalError', message: expect.stringContaining('broken') }],
  [
    401,
    'x',
    {
      reason: 'Unauthorized',
      message: expect.stringMatching(/^the server has asked .* \( pods\/log web\)$/),
    },
  ],
  [403, 'not you', { reason: 'Forbidden', message: 'not you ( pods/log web)' }],
  [
    404,
    'x',
    { reason: 'NotFound', message: 'the server could not find the requested resource ( pods/log web)' },
  ],
  [409, 'x', { reason: 'Conflict' }],
  [422, 'x', { reason: 'Invalid' }],
  [429, 'x', { reason: 'TooManyRequests' }],
  [503, 'x', { reason: 'ServiceUnavailable' }],
  [504, 'x', { reason: 'Timeout' }],
  [
    502,
    'a "b"',
    {
      reason: 'InternalError',
      message:
        'an error on the server ("a \\"b\\"") has prevented the request from succeeding ( pods/log web)',
    },
  ],
  [
    418,
    'x',
    {
      message:
        'the server responded with the status code 418 but did not return more information ( pods/log web)',
    },
  ],
])('an agent that answers %i has the client told so', (code, body, expected) => {
  const error = logRefusal(code, body, 'web');
  expect(error).toMatchObject({ code, ...expected });
  if (code !== 400 && code !== 500) expect(error.details).toMatchObject({ name: 'web', kind: 'pods/log' });
});
