import { expect, test } from 'vitest';
import { dependencies, texts } from '../../../../test/support/unit/kinds.ts';
import { fillMessage } from '../../../../test/support/unit/message-rules.ts';
import { tokenRequest } from './token-request.ts';

const { validate } = tokenRequest(dependencies.dialect);

test('a TokenRequest defaults to one hour and is limited to between 10 minutes and 2^32 seconds', () => {
  const request = (expirationSeconds: number | null) =>
    ({ spec: { audiences: null, expirationSeconds, boundObjectRef: null } }) as any;
  const made = request(null);
  fillMessage('authentication.v1.TokenRequest', made);
  expect(made.spec.expirationSeconds).toBe(3600);
  expect(validate!(made)).toEqual([]);
  expect(texts(validate!(request(599)))).toEqual([
    'spec.expirationSeconds: Invalid value: 599: may not specify a duration less than 10 minutes',
  ]);
  expect(texts(validate!(request(2 ** 33)))).toEqual([
    'spec.expirationSeconds: Invalid value: 8589934592: may not specify a duration larger than 2^32 seconds',
  ]);
});
