import { describe, expect, test } from 'vitest';
import { acceptedProtobufTypes, dialects } from '../meta/dialect.ts';
import { negotiate, type Offer } from './negotiation.ts';

const dialect = dialects.find(({ name }) => name === 'kubernetes')!;
const [own, other] = acceptedProtobufTypes(dialect) as [string, string];
const metaGroups = dialects.map(({ api }) => `meta.${api}`);
const offer: Offer = {
  protobuf: [own, other],
  conversions: ['Table', 'PartialObjectMetadata'],
  metaGroups,
};
const text: Offer = { ...offer, protobuf: [] };
const as = (type: string, kind: string) => `${type};as=${kind};v=v1;g=${metaGroups[0]}`;

const picked = (accept: string | undefined, given = offer) => {
  const { format, isProtobuf, as: kind } = negotiate(accept, given);
  return [format, isProtobuf, kind];
};

describe('content negotiation', () => {
  test.each([
    [undefined, 'application/json', false],
    ['*/*', 'application/json', false],
    ['application/*', 'application/json', false],
    ['application/yaml', 'application/yaml', false],
    [own, own, true],
    [other, other, true],
    [`${own},application/json`, own, true],
    [`${own};q=0.5,application/json;q=0.9`, 'application/json', false],
    [`${own};stream=watch`, own, true],
    [`${own};stream=other,application/yaml`, 'application/yaml', false],
    [`text/html, ${own}`, own, true],
    ['*/*,application/yaml', 'application/yaml', false],
    ['application/*,application/yaml', 'application/yaml', false],
    ['application/json;q=0.4,*/*;q=0.5,application/yaml;q=0.5', 'application/yaml', false],
    ['*/*,application/yaml;q=0.5', 'application/yaml', false],
    ['application/yaml;q=0.5,*/*', 'application/json', false],
    ['application/yaml;q=0', 'application/yaml', false],
    ['application/yaml;q=x,application/json;q=0.1', 'application/json', false],
    // Clauses that cannot be served are skipped.
    ['application/yaml;stream=watch,application/json;stream=watch', 'application/json', false],
    ['application/json;stream=,application/yaml', 'application/json', false],
    ['application/json;sv=v2,application/yaml;sv=v1', 'application/yaml', false],
    ['application/json;v=v1,application/yaml', 'application/yaml', false],
    [`application/json;g=${metaGroups[0]},application/yaml`, 'application/yaml', false],
  ])('Accept: %s is answered with %s', (accept, format, isProtobuf) => {
    expect(picked(accept)).toEqual([format, isProtobuf, undefined]);
  });

  test('without a Protobuf encoding the next accepted media type is used', () => {
    expect(picked(`${own},application/json`, text)).toEqual(['application/json', false, undefined]);
  });

  test('PartialObjectMetadata can be encoded as Protobuf, a Table cannot', () => {
    expect(picked(as(own, 'PartialObjectMetadata'))).toEqual([own, true, 'PartialObjectMetadata']);
    expect(picked(`${as(own, 'Table')},${as('application/json', 'Table')}`)).toEqual([
      'application/json',
      false,
      'Table',
    ]);
  });
});

test('NotAcceptable lists the media types of the dialect', () => {
  expect(() => negotiate('text/html', offer)).toThrow(
    `only the following media types are accepted: application/json, application/yaml, ${own}`,
  );
  expect(() => negotiate(own, text)).toThrow(
    'only the following media types are accepted: application/json, application/yaml',
  );
  expect(() => negotiate(as(own, 'Table'), offer)).toThrow('only the following media types');
});
