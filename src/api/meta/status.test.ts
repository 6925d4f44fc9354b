import { expect, test } from 'vitest';
import { maxMessageLength, maxValueLength } from '../../util/truncate.ts';
import { invalid } from '../validation/field-errors.ts';
import { invalidObject } from '../validation/invalid-object.ts';
import { badRequest, internalError, type StatusDetails, StatusError } from './status.ts';

const long = 'x'.repeat(10 * maxMessageLength);
const kind = { group: '', kind: 'Thing' };
const size = (error: StatusError): number => JSON.stringify(error.toStatus()).length;

test('an Invalid error of ordinary size has a cause for each field error', () => {
  const errors = Array.from({ length: 300 }, (_, index) => invalid(`a[${index}]`, index, 'must be more'));
  const status = invalidObject(kind, 'one', errors).toStatus();
  expect(status.details?.causes).toHaveLength(300);
  expect(status.message).toMatch(
    /^Thing "one" is invalid: \[a\[0\]: .*, a\[299\]: Invalid value: 299: must be more\]$/,
  );
});

test('the message of an Invalid error says how many field errors were left out', () => {
  const errors = Array.from({ length: 45_000 }, (_, index) => invalid(`a[${index}]`, index, 'must be more'));
  const status = invalidObject(kind, 'one', errors).toStatus();
  expect(status.details?.causes).toHaveLength(1_000);
  expect(status.message).toMatch(/, and 44000 more\]$/);
});

test.each<[string, () => StatusError]>([
  ['a message', () => badRequest(long)],
  ['an internal error', () => internalError(long)],
  ['a name', () => invalidObject(kind, long, [invalid('a', 1, 'x')])],
  ['a field', () => invalidObject(kind, 'one', [invalid(long, 1, 'x')])],
  ['values', () => invalidObject(kind, 'one', Array(1_000).fill(invalid('a', [long], long)))],
  [
    'causes',
    () =>
      new StatusError(409, 'Conflict', 'x', { causes: Array(100_000).fill({ field: 'a', message: 'b' }) }),
  ],
  [
    'details',
    () => new StatusError(400, 'BadRequest', 'x', { uid: long, group: long, causes: [{ reason: long }] }),
  ],
])('a StatusError with %s of megabytes is truncated', (_, make) => {
  const started = performance.now();
  expect(size(make())).toBeLessThan(6 * maxMessageLength);
  expect(performance.now() - started).toBeLessThan(500);
});

test('a truncated value is followed by the whole detail', () => {
  const { message } = invalidObject(kind, 'one', [invalid('patch', long, 'this is why')]).toStatus();
  expect(message).toBe(
    `Thing "one" is invalid: patch: Invalid value: "${'x'.repeat(maxValueLength)}...": this is why`,
  );
});

test('details of the wrong type are left out', () => {
  const given = {
    name: 5,
    kind: 'k',
    causes: 'none',
    retryAfterSeconds: '1\r\nX-Other: y',
  } as unknown as StatusDetails;
  expect(new StatusError(429, undefined, 'x', given).details).toEqual({ kind: 'k' });
});
