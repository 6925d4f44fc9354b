import { expect, it } from 'vitest';
import { StatusError } from '../../meta/status.ts';
import { conflictError } from './conflicts.ts';
import { type FieldNode, leaf } from './field-set.ts';

const manager = (name: string) => ({
  manager: name,
  operation: 'Apply' as const,
  apiVersion: 'v1',
  subresource: '',
});
const fields = (count: number): FieldNode => ({
  'f:data': Object.fromEntries(Array.from({ length: count }, (_, index) => [`f:k${index}`, leaf])),
});

it.each([
  ['as many as are listed', 600, 400, 1_000, ''],
  ['more', 600, 30_000, 1_000, '\nand 29600 more'],
])('of conflicts with two managers, %s, the first ones are listed', (_, first, second, listed, rest) => {
  const error = conflictError([
    { manager: manager('b'), set: fields(second) },
    { manager: manager('a'), set: fields(first) },
  ]);
  expect(error).toBeInstanceOf(StatusError);
  const { details, message } = error.toStatus();
  expect(details!.causes).toHaveLength(listed);
  expect(details!.causes!.filter((cause) => cause.message === 'conflict with "a"')).toHaveLength(first);
  expect(message).toMatch(
    new RegExp(`^Apply failed with ${first + second} conflicts: conflicts with "a":\n- `),
  );
  expect(message!.slice(message!.lastIndexOf('- .data.k') + 9).replace(/^\d+/, '')).toBe(rest);
});
