import { describe, expect, it } from 'vitest';
import type { ApiObject } from '../../../api/meta/metadata.ts';
import { convertedObjects, type ReviewFailure, reviewText, reviewVersionOf } from './conversion-review.ts';

const object = (more: object = {}, metadata: object = {}): ApiObject => ({
  kind: 'K',
  apiVersion: 'g/v1',
  metadata: { name: 'x', namespace: 'a', uid: 'u', resourceVersion: '4', labels: { l: '1' }, ...metadata },
  ...more,
});
const request = { apiVersion: 'ext/v1', uid: 'r', desiredAPIVersion: 'g/v2', objects: [object({ a: 1 })] };
const converted = object({ apiVersion: 'g/v2', b: 1 });
const answer = (response: object, more: object = {}): object => ({
  kind: 'ConversionReview',
  apiVersion: 'ext/v1',
  response: { uid: 'r', result: { status: 'Success' }, convertedObjects: [converted], ...response },
  ...more,
});

it.each([
  [['v2', 'v1beta1', 'v1'], 'v1beta1'],
  [['v1'], 'v1'],
  [['v2'], undefined],
  [[], undefined],
])('of the versions %j the first that is known is spoken: %s', (wanted, expected) => {
  expect(reviewVersionOf(wanted)).toBe(expected);
});

it.each<[ReviewFailure, object]>([
  ['malformed_response', { response: undefined }],
  ['malformed_response', answer({ result: { status: 'Failure' } })],
  ['partial_response', answer({ convertedObjects: [] })],
  ['invalid_converted_object', answer({ convertedObjects: [object()] })],
])('what is wrong with an answer is counted as %s', (failure, given) => {
  expect(() => convertedObjects(given, request)).toThrow(expect.objectContaining({ failure }));
});

it('a review has the objects as they are', () => {
  expect(JSON.parse(reviewText(request, ['{"a":1}', '{"b":2}']))).toEqual({
    kind: 'ConversionReview',
    apiVersion: 'ext/v1',
    request: { uid: 'r', desiredAPIVersion: 'g/v2', objects: [{ a: 1 }, { b: 2 }] },
    response: { uid: '', convertedObjects: null, result: { metadata: {} } },
  });
  expect(JSON.parse(reviewText(request, [])).request.objects).toEqual([]);
});

describe('an answer', () => {
  it('has the objects, with the metadata from before', () => {
    expect(convertedObjects(answer({}), request)).toEqual([converted]);
    const changed = object(
      { apiVersion: 'g/v2' },
      { resourceVersion: '9', finalizers: ['x'], creationTimestamp: 'x' },
    );
    const [result] = convertedObjects(answer({ convertedObjects: [changed] }), request);
    expect(result!.metadata).toEqual(object().metadata);
  });

  it.each<[string, object, object]>([
    ['change labels', { labels: { l: '2' } }, { labels: { l: '2' } }],
    ['take labels away', { labels: undefined }, { labels: undefined }],
    ['set annotations', { annotations: { a: 'b' } }, { labels: { l: '1' }, annotations: { a: 'b' } }],
    ['have null as labels', { labels: null }, { labels: undefined }],
  ])('may %s', (_, metadata, expected) => {
    const changed = object({ apiVersion: 'g/v2' }, metadata);
    const [result] = convertedObjects(answer({ convertedObjects: [changed] }), request);
    expect(result!.metadata).toEqual({ ...object().metadata, ...expected });
  });

  const first = { ...request, apiVersion: 'ext/v1beta1' };
  it('in the first version need not repeat type and uid', () => {
    expect(convertedObjects({ response: { ...(answer({}) as any).response, uid: 'other' } }, first)).toEqual([
      converted,
    ]);
  });

  const one = (changes: object, metadata: object = {}): object =>
    answer({ convertedObjects: [object({ apiVersion: 'g/v2', ...changes }, metadata)] });
  it.each<[string, unknown, string]>([
    ['nothing', 'x', 'failed: expected webhook response of ext/v1, Kind=ConversionReview, got , Kind='],
    [
      'another version',
      answer({}, { apiVersion: 'ext/v2' }),
      'failed: expected webhook response of ext/v1, Kind=ConversionReview, got ext/v2, Kind=ConversionReview',
    ],
    [
      'another kind',
      answer({}, { kind: 'X' }),
      'failed: expected webhook response of ext/v1, Kind=ConversionReview, got ext/v1, Kind=X',
    ],
    ['no response', answer({}, { response: undefined }), 'failed: no response provided'],
    ['another uid', answer({ uid: 'q' }), 'failed: expected response.uid="r", got "q"'],
    ['no uid', answer({ uid: undefined }), 'failed: expected response.uid="r", got ""'],
    ['no result', answer({ result: undefined }), "failed: response.result.status was '', not 'Success'"],
    [
      'a failure',
      answer({ result: { status: 'Failure' } }),
      "failed: response.result.status was 'Failure', not 'Success'",
    ],
    ['a failure that says why', answer({ result: { status: 'Failure', message: 'why' } }), 'failed: why'],
    ['no objects', answer({ convertedObjects: undefined }), 'returned 0 objects, expected 1'],
    ['no list of objects', answer({ convertedObjects: {} }), 'returned 0 objects, expected 1'],
    [
      'too many objects',
      answer({ convertedObjects: [converted, converted] }),
      'returned 2 objects, expected 1',
    ],
    [
      'another group',
      one({ apiVersion: 'g/v3' }),
      'returned invalid object at index 0: invalid groupVersion (expected g/v2, received g/v3)',
    ],
    [
      'what is no object',
      answer({ convertedObjects: [1] }),
      'returned invalid object at index 0: invalid groupVersion (expected g/v2, received )',
    ],
    [
      'another kind of object',
      one({ kind: 'L' }),
      'returned invalid object at index 0: invalid kind (expected K, received L)',
    ],
    ['another name', one({}, { name: 'y' }), 'returned invalid object: must have the same name: x != y'],
    [
      'another namespace',
      one({}, { namespace: 'b' }),
      'returned invalid object: must have the same namespace: a != b',
    ],
    ['another UID', one({}, { uid: '' }), 'returned invalid object: must have the same UID: u != '],
    [
      'no metadata',
      one({ metadata: undefined }),
      'returned invalid metadata: missing metadata in converted object',
    ],
    [
      'a number as metadata',
      one({ metadata: 1 }),
      'returned invalid metadata: invalid metadata of type int64 in converted object',
    ],
    [
      'a list of labels',
      one({}, { labels: [] }),
      'returned invalid metadata: invalid metadata.labels of type []interface {}',
    ],
    [
      'a label that is no text',
      one({}, { labels: { l: true } }),
      'returned invalid metadata: metadata.labels[l] must be a string, but is bool',
    ],
    [
      'an annotation that is null',
      one({}, { annotations: { l: null } }),
      'returned invalid metadata: metadata.annotations[l] must be a string, but is <nil>',
    ],
  ])('of %s is refused', (_, given, message) => {
    expect(() => convertedObjects(given, request)).toThrow(expect.objectContaining({ message }));
  });

  it.each([
    [
      'labels',
      { labels: { 'a b': 'x' } },
      /^returned invalid metadata: metadata\.labels: Invalid value: "a b"/,
    ],
    [
      'annotations',
      { annotations: { 'a b': 'x' } },
      /^returned invalid metadata: metadata\.annotation: Invalid value: "a b"/,
    ],
  ])('with %s that are none is refused', (_, metadata, message) => {
    expect(() => convertedObjects(one({}, metadata), request)).toThrow(message);
  });
});
