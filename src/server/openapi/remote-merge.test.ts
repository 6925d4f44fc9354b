import { describe, expect, it } from 'vitest';
import { Pacer } from '../../util/pacer.ts';
import { atOnce } from '../../util/slices.ts';
import { convertV2 } from './convert-v2.ts';
import { Part } from './part.ts';
import { pathItem, schema } from './protobuf/v2.ts';
import { mergeRemote, RemotePart } from './remote-merge.ts';

const refer = (name: string) => ({ $ref: `#/definitions/${name}` });
const path = (definition: string) => ({ get: { responses: { 200: { schema: refer(definition) } } } });
const read = (parts: readonly Part[]): Record<string, unknown> =>
  Object.assign({}, ...parts.map(({ json }) => JSON.parse(`{${json}}`)));

const own = () => ({
  paths: [new Part('/own', () => path('Same'), pathItem)],
  definitions: [new Part('Same', () => ({ type: 'object', description: 'Ours.' }), schema)],
});

describe('documents of other servers', () => {
  it('add the paths that are new, and the definitions that those need', async () => {
    const document = {
      paths: { '/own': path('A'), '/a': path('A') },
      definitions: {
        A: { properties: { b: refer('B') } },
        B: { type: 'string' },
        Unused: { type: 'string' },
      },
    };
    const merged = await mergeRemote(own(), [document], new Pacer());
    expect(read(merged.paths)).toEqual({ '/own': path('Same'), '/a': path('A') });
    expect(Object.keys(read(merged.definitions))).toEqual(['Same', 'A', 'B']);
  });

  it('share definitions that mean the same, and rename those that do not', async () => {
    const same = { description: 'Theirs.', type: 'object' };
    const other = (type: string) => ({
      paths: { [`/${type}`]: path('Same') },
      definitions: { Same: { type, properties: { self: refer('Same') } } },
    });
    const documents = [
      { paths: { '/same': path('Same') }, definitions: { Same: same } },
      other('object'),
      other('string'),
      { ...other('string'), paths: { '/again': path('Same') } },
    ];
    const merged = await mergeRemote(own(), documents, new Pacer());
    expect(read(merged.paths)).toMatchObject({
      '/same': path('Same'),
      '/object': path('Same_v2'),
      '/string': path('Same_v3'),
    });
    expect(read(merged.definitions)).toMatchObject({
      Same: { description: 'Ours.' },
      Same_v2: { properties: { self: refer('Same_v2') } },
      Same_v3: { type: 'string' },
    });
  });

  it('of very many that call different definitions the same refer to one of them', async () => {
    const documents = Array.from({ length: 100 }, (_, index) => ({
      paths: { [`/${index}`]: path('Odd') },
      definitions: { Odd: { maximum: index } },
    }));
    const merged = await mergeRemote(own(), documents, new Pacer());
    expect(merged.paths).toHaveLength(101);
    expect(merged.definitions).toHaveLength(21);
    expect(read(merged.paths)).toMatchObject({ '/0': path('Odd'), '/99': path('Odd_v20') });
  });

  it('have what Protobuf has a field for in their Protobuf form', () => {
    expect(new RemotePart('A', { type: 'object' }, schema).protobuf.length).toBeGreaterThan(8);
    expect(new RemotePart('A', { unheardOf: 1 }, schema).protobuf.length).toBeLessThan(8);
  });
});

it('a v2 document becomes one of v3', () => {
  const document = {
    paths: {
      '/apis/g/v1/things': {
        parameters: [{ in: 'query', name: 'pretty', type: 'string', uniqueItems: true }],
        post: {
          operationId: 'create',
          consumes: ['application/json'],
          produces: ['application/json', 'application/yaml'],
          schemes: ['https'],
          parameters: [{ in: 'body', name: 'body', required: true, schema: refer('Thing') }],
          responses: { 200: { description: 'OK', schema: refer('Thing') }, 401: { description: 'No' } },
        },
      },
      '/apis/g/v2/things': path('Other'),
    },
    definitions: { Thing: { properties: { next: refer('Thing') } }, Other: {} },
  };
  const thing = { $ref: '#/components/schemas/Thing' };
  expect(atOnce(convertV2(document, '/apis/g/v1'))).toEqual({
    paths: {
      '/apis/g/v1/things': {
        parameters: [{ in: 'query', name: 'pretty', schema: { type: 'string', uniqueItems: true } }],
        post: {
          operationId: 'create',
          requestBody: { content: { 'application/json': { schema: thing } }, required: true },
          responses: {
            200: {
              description: 'OK',
              content: { 'application/json': { schema: thing }, 'application/yaml': { schema: thing } },
            },
            401: { description: 'No' },
          },
        },
      },
    },
    schemas: { Thing: { properties: { next: thing } } },
  });
});

it('a path that is none of OpenAPI is empty in v3, and the others stay', () => {
  const paths = { '/apis/g/v1/a': { get: null, post: { parameters: 'x' } }, '/apis/g/v1/b': path('B') };
  const converted = atOnce(convertV2({ paths, definitions: {} } as never, '/apis/g/v1'));
  expect(converted.paths).toMatchObject({ '/apis/g/v1/a': {}, '/apis/g/v1/b': { get: {} } });
});
