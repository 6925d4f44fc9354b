import { expect, test } from 'vitest';
import { FieldPath } from '../../api/validation/field-errors.ts';
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
])('validation of the signer name %s reports its first invalid label only', (name, label) => {
  const bodies = validateSignerName(name, FieldPath.of('signer')).map(({ body }) => body);
  const labelErrors = bodies.filter((body) => body.includes('validating label'));
  expect(labelErrors.length > 0).toBe(label !== undefined);
  for (const body of labelErrors) expect(body).toContain(`validating label "${label}": `);
});
