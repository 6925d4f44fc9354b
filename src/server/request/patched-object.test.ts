import { expect, it } from 'vitest';
import { dialects } from '../../api/meta/dialect.ts';
import type { KindDefinition, StructSchema } from '../../api/schema/schema.ts';
import { KnownKinds } from '../known-kinds.ts';
import type { ParsedPatch } from '../patch/patch-methods.ts';
import { patchedObject } from './patched-object.ts';

const schema = { type: 'struct', name: 'Widget', fields: [], byName: new Map() } as unknown as StructSchema;
const widget = { group: 'g.io', version: 'v1', kind: 'Widget', schema, custom: true } as KindDefinition;
const known = new KnownKinds(dialects[0]!, []);

/** A patch that makes the object this one. */
const into = (result: object) =>
  ({
    apply: async () => result,
    shown: JSON.stringify,
    problems: () => [],
    growth: 0,
  }) as unknown as ParsedPatch;
const base = { apiVersion: 'g.io/v1', kind: 'Widget', metadata: { name: 'a' } };
const refusal = (result: object, since24: boolean): Promise<unknown> =>
  patchedObject(base, into(result), widget, {
    validation: 'Ignore',
    known: since24 ? known : undefined,
  }).catch((error: unknown) => error);

it.each([
  [true, { field: 'kind', message: expect.stringContaining('must be Widget') }],
  [false, { field: 'patch', message: expect.stringContaining('cannot be handled as g.io/v1 Widget') }],
])('a custom resource does not become one of another kind (since 1.24: %s)', async (since24, cause) => {
  const error = await refusal({ ...base, kind: 'Other' }, since24);
  expect(error).toMatchObject({ code: 422, details: { causes: [cause] } });
});

it('a custom resource is shown with its fields sorted', async () => {
  const error = await refusal({ metadata: { name: 'a' }, kind: 'Widget', apiVersion: 'g.io/v2' }, true);
  const shown = JSON.stringify(
    JSON.stringify({ apiVersion: 'g.io/v2', kind: 'Widget', metadata: { name: 'a' } }),
  );
  expect(error).toMatchObject({ details: { causes: [{ message: expect.stringContaining(shown) }] } });
});
