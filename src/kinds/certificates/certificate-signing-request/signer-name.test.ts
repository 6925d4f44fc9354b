import { expect, test } from 'vitest';
import { FieldPath } from '../../../api/validation/field-errors.ts';
import { validateSignerName } from './signer-name.ts';

const long = 'a'.repeat(64);

test.each([
  ['a.b/c', undefined],
  ['a-b.c/1.d-e', undefined],
  [`a.b/${long}`, undefined],
  ['a.-b.c!/d', '-b'],
  ['a.b-.c/d', 'b-'],
  ['a..b/c', ''],
  ['.a/c', ''],
  ['a.b./c', ''],
  ['a.b/', ''],
  ['a.b/c.é.D', 'é'],
  [`a.${long}.b!/c`, long],
  [`a.b/c.${'d'.repeat(254)}.`, 'd'.repeat(254)],
])('the first label of %s that is wrong', (name, wrong) => {
  const bodies = validateSignerName(name, FieldPath.of('signer')).map(({ body }) => body);
  const told = bodies.filter((body) => body.includes('validating label'));
  expect(told.length > 0).toBe(wrong !== undefined);
  for (const body of told) expect(body).toContain(`validating label "${wrong}": `);
});
