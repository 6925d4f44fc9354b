import { expect, it } from 'vitest';
import { errorOf } from './call-error.ts';

const status = (message: string, reason = '', details?: object): string =>
  JSON.stringify({ message, reason, details });

it.each([
  [403, status('pods is forbidden', 'Forbidden'), 'pods is forbidden'],
  [404, '404 page not found\n', '404 page not found'],
  [404, '', 'There is no such thing on the server.'],
  [401, status('Unauthorized'), 'The server does not accept these credentials. Unauthorized'],
  [
    502,
    'connect ECONNREFUSED 127.0.0.1:6443\n',
    'The server cannot be reached. connect ECONNREFUSED 127.0.0.1:6443',
  ],
  [500, status('etcd has no leader'), 'The server has a problem. etcd has no leader'],
  [418, '', 'The server answered 418.'],
])('an answer of %d is a sentence', (code, text, message) => {
  expect(errorOf(code, text)).toMatchObject({ status: code, message });
});

it('a conflict names its fields', () => {
  const causes = [{ reason: 'FieldManagerConflict', field: '.spec.replicas', message: 'conflict with "a"' }];
  expect(errorOf(409, status('Apply failed', 'Conflict', { causes }))).toMatchObject({
    reason: 'Conflict',
    causes,
  });
});
