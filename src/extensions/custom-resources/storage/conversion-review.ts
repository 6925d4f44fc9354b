import { isMap, type JsonMap } from '../../../api/json/json-values.ts';
import type { ApiObject } from '../../../api/meta/metadata.ts';
import { FieldPath, fieldErrorsText } from '../../../api/validation/field-errors.ts';
import { validateLabels } from '../../../api/validation/label-validation.ts';
import { validateAnnotations } from '../../../api/validation/metadata-validation.ts';

/** The versions of ConversionReview that are spoken here, in no order: each definition has its own. */
const reviewVersions = ['v1', 'v1beta1'];

/** The first of those that a definition names and that are known. */
export const reviewVersionOf = (wanted: readonly string[]): string | undefined =>
  wanted.find((version) => reviewVersions.includes(version));

export interface ReviewRequest {
  /** `apiextensions.<domain>/v1` */
  apiVersion: string;
  uid: string;
  desiredAPIVersion: string;
  objects: readonly ApiObject[];
}

/** The review as JSON; `texts` are the objects. */
export function reviewText(
  { apiVersion, uid, desiredAPIVersion }: ReviewRequest,
  texts: readonly string[],
): string {
  const head = { kind: 'ConversionReview', apiVersion };
  const request = { uid, desiredAPIVersion };
  const response = { uid: '', convertedObjects: null, result: { metadata: {} } };
  const objects = `${JSON.stringify(request).slice(0, -1)},"objects":[${texts.join(',')}]}`;
  return `${JSON.stringify(head).slice(0, -1)},"request":${objects},"response":${JSON.stringify(response)}}`;
}

/** Reason why an answer of a conversion webhook is refused, in the words that clients know. */
export class ReviewError extends Error {
  readonly failure: ReviewFailure;

  constructor(message: string, failure: ReviewFailure = 'invalid_converted_object') {
    super(message);
    this.failure = failure;
  }
}

/** Part of an answer that is not as it should be: all of it, the number of its objects, or one of them. */
export type ReviewFailure = 'invalid_converted_object' | 'malformed_response' | 'partial_response';

const failed = (why: string): ReviewError => new ReviewError(`failed: ${why}`, 'malformed_response');

/**
 * The objects that a webhook made, with the metadata that they had but for labels and annotations. Throws ReviewError
 * for an answer that is none.
 */
export function convertedObjects(answer: unknown, request: ReviewRequest): ApiObject[] {
  const converted = responseOf(answer, request);
  const { objects } = request;
  if (converted.length !== objects.length)
    throw new ReviewError(
      `returned ${converted.length} objects, expected ${objects.length}`,
      'partial_response',
    );
  return converted.map((object, index) => checkedObject(object, objects[index]!, index, request));
}

function responseOf(answer: unknown, { apiVersion, uid }: ReviewRequest): unknown[] {
  const review = isMap(answer) ? answer : {};
  const isFirstVersion = apiVersion.endsWith('/v1beta1');
  if (!isFirstVersion && (review['apiVersion'] !== apiVersion || review['kind'] !== 'ConversionReview')) {
    const given = `${review['apiVersion'] ?? ''}, Kind=${review['kind'] ?? ''}`;
    throw failed(`expected webhook response of ${apiVersion}, Kind=ConversionReview, got ${given}`);
  }
  const { response } = review;
  if (!isMap(response)) throw failed('no response provided');
  if (!isFirstVersion && response['uid'] !== uid)
    throw failed(
      `expected response.uid=${JSON.stringify(uid)}, got ${JSON.stringify(response['uid'] ?? '')}`,
    );
  const { result } = response;
  const { status, message } = (isMap(result) ? result : {}) as { status?: unknown; message?: unknown };
  if (status !== 'Success')
    throw failed(message ? String(message) : `response.result.status was '${status ?? ''}', not 'Success'`);
  const list = response['convertedObjects'] ?? [];
  return Array.isArray(list) ? list : [];
}

function checkedObject(
  converted: unknown,
  original: ApiObject,
  index: number,
  { desiredAPIVersion }: ReviewRequest,
): ApiObject {
  const object = (isMap(converted) ? converted : {}) as Partial<ApiObject>;
  const at = `returned invalid object at index ${index}: `;
  const differs = (what: string, expected: unknown, received: unknown): ReviewError =>
    new ReviewError(`${at}invalid ${what} (expected ${expected}, received ${received ?? ''})`);
  if (object.apiVersion !== desiredAPIVersion)
    throw differs('groupVersion', desiredAPIVersion, object.apiVersion);
  if (object.kind !== original.kind) throw differs('kind', original.kind, object.kind);
  const metadata = metadataOf(object);
  const { metadata: before } = original;
  for (const [what, field] of [
    ['name', 'name'],
    ['namespace', 'namespace'],
    ['UID', 'uid'],
  ] as const) {
    const [was, is] = [before[field] ?? '', metadata[field] ?? ''];
    if (was !== is)
      throw new ReviewError(`returned invalid object: must have the same ${what}: ${was} != ${is}`);
  }
  return { ...object, metadata: withTexts(before, metadata) } as ApiObject;
}

function metadataOf({ metadata }: Partial<ApiObject>): JsonMap {
  if (metadata === undefined) throw invalidMetadata('missing metadata in converted object');
  if (!isMap(metadata))
    throw invalidMetadata(`invalid metadata of type ${goType(metadata)} in converted object`);
  return metadata;
}

const invalidMetadata = (why: string): ReviewError => new ReviewError(`returned invalid metadata: ${why}`);

/** Labels and annotations may be changed, and taken away. */
function withTexts(before: ApiObject['metadata'], metadata: JsonMap): ApiObject['metadata'] {
  const { labels: _labels, annotations: _annotations, ...kept } = before;
  const labels = textsOf(metadata, 'labels');
  const annotations = textsOf(metadata, 'annotations');
  const errors = [
    ...(labels === undefined ? [] : validateLabels(labels, FieldPath.of('metadata', 'labels'))),
    ...(annotations === undefined
      ? []
      : validateAnnotations(annotations, FieldPath.of('metadata', 'annotation'))),
  ];
  if (errors.length > 0) throw invalidMetadata(fieldErrorsText(errors));
  return { ...kept, ...(labels && { labels }), ...(annotations && { annotations }) };
}

function textsOf(metadata: JsonMap, field: 'labels' | 'annotations'): Record<string, string> | undefined {
  const texts = metadata[field] ?? undefined;
  if (texts === undefined) return undefined;
  if (!isMap(texts)) throw invalidMetadata(`invalid metadata.${field} of type ${goType(texts)}`);
  for (const [key, text] of Object.entries(texts)) {
    if (typeof text === 'string') continue;
    throw invalidMetadata(`metadata.${field}[${key}] must be a string, but is ${goType(text)}`);
  }
  return texts as Record<string, string>;
}

function goType(value: unknown): string {
  if (value === null) return '<nil>';
  if (Array.isArray(value)) return '[]interface {}';
  const types: Record<string, string> = { object: 'map[string]interface {}', boolean: 'bool' };
  return types[typeof value] ?? (typeof value === 'number' ? 'int64' : typeof value);
}
