import { describe, expect, it } from 'vitest';
import { ShapeError } from '../../../client/fields.ts';
import { AnswerTooLong, BackendError } from '../backend/backend-call.ts';
import { aggregatedResources } from './aggregated-resources.ts';
import { parseIndex, parseOpenApi } from './openapi-document.ts';
import { RefusedDocuments } from './refused-documents.ts';

describe('the OpenAPI document of an extension server', () => {
  it('has paths and definitions, or none', async () => {
    expect(await parseOpenApi('{"paths":{"/a":{}},"definitions":{"A":{}}}')).toEqual({
      paths: { '/a': {} },
      definitions: { A: {} },
    });
    expect(await parseOpenApi('{}')).toEqual({ paths: {}, definitions: {} });
  });

  it.each([
    ['no JSON', '{'],
    ['no object', '[]'],
    ['paths that are a list', '{"paths":[1]}'],
    ['a definition that is a text', '{"definitions":{"A":"b"}}'],
    ['a path item of very many values', `{"paths":{"/a":{"b":[${'1,'.repeat(30_000)}1]}}}`],
    ['very many definitions', `{"definitions":{${'"A":{},'.repeat(30_000)}"B":{}}}`],
    [
      'more levels than could be walked through',
      `{"definitions":{"A":${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}}}`,
    ],
  ])('is refused as %s', async (_, text) => {
    await expect(parseOpenApi(text)).rejects.toThrow();
  });
});

describe('the index of v3 documents', () => {
  it('has the URLs that stand below it', async () => {
    const url = '/openapi/v3/apis/a.example/v1?hash=1';
    const paths = {
      'apis/a.example/v1': { serverRelativeURL: url },
      'apis/b.example/v1': { serverRelativeURL: 'https://b.example/' },
      version: {},
    };
    expect([...(await parseIndex(JSON.stringify({ paths })))]).toEqual([['apis/a.example/v1', url]]);
  });

  it.each([
    '<html>',
    '[]',
    '{"Paths":["api/v1"]}',
    '{"paths":{"a":null}}',
    '{"paths":{"a":1}}',
    '{"paths":1}',
  ])('is empty where the answer is %s', async (text) => expect([...(await parseIndex(text))]).toEqual([]));
});

describe('the discovery document of a version', () => {
  const document = {
    resources: [
      { name: 'pods/status', namespaced: true, kind: 'Pod', verbs: ['get'] },
      { name: 'pods', namespaced: true, kind: 'Pod', verbs: ['list'], shortNames: ['po'] },
      { name: 'nodes/scale', kind: 'Scale', group: 'autoscaling', version: 'v1', verbs: ['get'] },
    ],
  };

  it('becomes a part of aggregated discovery, with subresources at their resources', () => {
    const kind = { group: 'g.example', version: 'v1', kind: 'Pod' };
    expect(aggregatedResources(document, 'g.example', 'v1')).toEqual([
      {
        resource: 'pods',
        responseKind: kind,
        scope: 'Namespaced',
        singularResource: '',
        verbs: ['list'],
        shortNames: ['po'],
        subresources: [{ subresource: 'status', responseKind: kind, verbs: ['get'] }],
      },
      {
        resource: 'nodes',
        scope: 'Cluster',
        singularResource: '',
        verbs: [],
        responseKind: { group: '', version: '', kind: '' },
        subresources: [
          {
            subresource: 'scale',
            responseKind: { group: 'autoscaling', version: 'v1', kind: 'Scale' },
            verbs: ['get'],
          },
        ],
      },
    ]);
  });

  it.each([[null], [{ resources: [{}] }], [{ resources: 'x' }]])('is refused as %j', (value) => {
    expect(() => aggregatedResources(value, 'g', 'v1')).toThrow();
  });
});

it('why a document is not used is said once, and again when there is another reason', () => {
  const said: string[] = [];
  const refusals = new RefusedDocuments('the document', (message) => said.push(message));
  const tooLong = new BackendError('too long', { cause: new AnswerTooLong('too long') });
  for (const error of [new ShapeError('is odd'), new ShapeError('is odd'), tooLong, new BackendError('gone')])
    refusals.failed('v1.a', error);
  refusals.accepted('v1.a');
  refusals.failed('v1.a', tooLong);
  expect(said).toEqual([
    'the document of v1.a is not used: is odd',
    'the document of v1.a is not used: too long',
    'the document of v1.a is not used: too long',
  ]);
});
