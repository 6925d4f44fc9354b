import { expect, it } from 'vitest';
import { parseReview } from './parse-review.ts';

const review = { apiVersion: 'admission.example/v1', kind: 'AdmissionReview' };

it.each([
  ['JSON', JSON.stringify(review)],
  ['JSON behind spaces', `\n ${JSON.stringify(review)}`],
  ['YAML', 'apiVersion: admission.example/v1\nkind: AdmissionReview\n'],
])('%s is read', (_, text) => {
  expect(parseReview(text)).toEqual(review);
});

it.each([
  ['a text', 'not json', 'string'],
  ['a list', '[]', 'array'],
  ['a number', '7', 'number'],
])('%s is no review', (_, text, type) => {
  expect(() => parseReview(text)).toThrow(
    `couldn't get version/kind; json parse error: json: cannot unmarshal ${type} into Go value of type struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }`,
  );
});
