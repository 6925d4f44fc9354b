import { expect, it } from 'vitest';
import { customGroupVersion, fixture } from '../../../test/support/unit/openapi.ts';
import type { Published } from './published.ts';

const read = (published: Published) => JSON.parse(Buffer.from(published.bytes).toString());

/** The definition of a kind whose `spec` has such a schema, in both forms. */
async function specIn(
  spec: any,
  root: object = {},
): Promise<{ v2: any; v3: any; documents: ReturnType<typeof fixture>['documents'] }> {
  const { documents, surface } = fixture('kubernetes');
  const schema = spec && { type: 'object', properties: { spec }, ...root };
  surface.change(() => [customGroupVersion({ group: 'g.ex', kind: 'Tab', plural: 'tabs' }, schema)]);
  const v2 = read(await documents.v2('json')).definitions['ex.g.v1.Tab'];
  const v3 = read(documents.v3('apis/g.ex/v1', 'json')!).components.schemas['ex.g.v1.Tab'];
  // Protobuf has a place for whatever there is.
  expect((await documents.v2('protobuf')).bytes.length).toBeGreaterThan(0);
  expect(documents.v3('apis/g.ex/v1', 'protobuf')!.bytes.length).toBeGreaterThan(0);
  return { v2, v3, documents };
}

const kinds = [{ group: 'g.ex', version: 'v1', kind: 'Tab' }];

it.each([
  ['no schema', undefined, {}],
  ['unknown fields at the root', { type: 'object' }, { 'x-kubernetes-preserve-unknown-fields': true }],
])('of %s nothing is said', async (_, spec, root) => {
  const expected = { type: 'object', 'x-kubernetes-group-version-kind': kinds };
  expect(await specIn(spec, root)).toMatchObject({ v2: expected, v3: expected });
  expect((await specIn(spec, root)).v2.properties).toBeUndefined();
});

it('the root has type and metadata', async () => {
  const { v2, v3 } = await specIn({ type: 'string' });
  expect(v2.properties.metadata).toEqual({
    $ref: '#/definitions/io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta',
  });
  expect(v3.properties.metadata).toEqual({
    $ref: '#/components/schemas/io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta',
  });
  expect(v2.properties.kind.type).toBe('string');
  expect(v2['x-kubernetes-group-version-kind']).toEqual(kinds);
});

const text = { type: 'string' };
it.each<[string, object, object]>([
  [
    'alternatives, defaults, examples go',
    { ...text, anyOf: [{ maxLength: 1 }], allOf: [{}], oneOf: [{}], not: {}, default: 'x', example: 'y' },
    text,
  ],
  ['null', { type: 'array', items: text, nullable: true, minItems: 1 }, { minItems: 1 }],
  [
    'unknown fields',
    { type: 'object', properties: { a: text }, 'x-kubernetes-preserve-unknown-fields': true },
    { 'x-kubernetes-preserve-unknown-fields': true },
  ],
  [
    'numbers or text',
    { 'x-kubernetes-int-or-string': true, anyOf: [{ type: 'integer' }, { type: 'string' }] },
    { 'x-kubernetes-int-or-string': true },
  ],
  [
    'what may be null is not required',
    { type: 'object', required: ['a', 'b'], properties: { a: { ...text, nullable: true }, b: text } },
    { type: 'object', required: ['b'], properties: { a: {}, b: text } },
  ],
  [
    'checks of values, formats and the ways of lists stay',
    {
      type: 'array',
      'x-kubernetes-list-type': 'set',
      maxItems: 3,
      items: { ...text, format: 'date', pattern: '^a', maxLength: 3, enum: ['a'] },
    },
    {
      type: 'array',
      'x-kubernetes-list-type': 'set',
      maxItems: 3,
      items: { ...text, format: 'date', pattern: '^a', maxLength: 3, enum: ['a'] },
    },
  ],
  [
    'numbers keep their bounds',
    { type: 'number', minimum: 0.5, maximum: 2, exclusiveMaximum: true, multipleOf: 0.5 },
    { type: 'number', minimum: 0.5, maximum: 2, exclusiveMaximum: true, multipleOf: 0.5 },
  ],
])('v2: %s', async (_, spec, published) => {
  expect((await specIn(spec)).v2.properties.spec).toEqual(published);
});

it('v3 leaves schemas as they are', async () => {
  const spec = {
    type: 'object',
    nullable: true,
    default: {},
    properties: { a: { type: 'string', anyOf: [{ maxLength: 1 }], not: { enum: ['x'] } } },
    additionalProperties: undefined,
  };
  expect((await specIn(spec)).v3.properties.spec).toEqual(JSON.parse(JSON.stringify(spec)));
});

it('embedded objects have what every object has', async () => {
  const spec = { type: 'object', 'x-kubernetes-embedded-resource': true, properties: { a: text } };
  const { spec: published } = (await specIn(spec)).v2.properties;
  expect(Object.keys(published.properties).sort()).toEqual(['a', 'apiVersion', 'kind', 'metadata']);
  expect(published.required).toEqual(['kind', 'apiVersion']);
});

it('paths have the operations that there are, under the names that clients know', async () => {
  const { paths } = read(await (await specIn({ type: 'string' })).documents.v2('json'));
  const own = Object.keys(paths).filter((path) => path.startsWith('/apis/g.ex'));
  expect(own.sort()).toEqual([
    '/apis/g.ex/v1/namespaces/{namespace}/tabs',
    '/apis/g.ex/v1/namespaces/{namespace}/tabs/{name}',
    '/apis/g.ex/v1/namespaces/{namespace}/tabs/{name}/status',
    '/apis/g.ex/v1/tabs',
  ]);
  const collection = paths['/apis/g.ex/v1/namespaces/{namespace}/tabs'];
  expect(collection.get.operationId).toBe('listGExV1NamespacedTab');
  expect(collection.delete.operationId).toBe('deleteGExV1CollectionNamespacedTab');
  expect(collection.get.tags).toEqual(['gEx_v1']);
  expect(collection.get.produces).toEqual(['application/json', 'application/yaml']);
  expect(paths['/apis/g.ex/v1/tabs'].get.operationId).toBe('listGExV1TabForAllNamespaces');
  const item = paths['/apis/g.ex/v1/namespaces/{namespace}/tabs/{name}'];
  expect(item.patch.consumes).toEqual([
    'application/json-patch+json',
    'application/merge-patch+json',
    'application/apply-patch+yaml',
  ]);
  expect(item.patch['x-kubernetes-group-version-kind']).toEqual(kinds[0]);
});
