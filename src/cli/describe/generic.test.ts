import { expect, test } from 'vitest';
import { dialects } from '../../api/meta/dialect.ts';
import { Description } from '../shared/description/description.ts';
import { describeGeneric } from './generic.ts';

test('an object without a layout is shown field by field, in the order of their names', () => {
  const to = new Description(dialects[0]!);
  describeGeneric(to, {
    apiVersion: 'example.com/v1',
    kind: 'Thing',
    metadata: {
      name: 'x',
      labels: { a: 'b' },
      annotations: { c: 'd' },
      uid: 'u',
      creationTimestamp: '2026-01-01T00:00:00Z',
      managedFields: [{ manager: 'm' }],
    },
    spec: { podUID: 'p', apiURL: 'q', list: [{ b: 1, a: null }, 'plain'], holderIdentity: 'h', nothing: {} },
  });
  const lines = to.text.split('\n').map((line) => line.replaceAll(/\t+/g, ' ').trimEnd());
  expect(lines).toEqual([
    'Name: x',
    'Namespace:',
    'Labels: a=b',
    'Annotations: c: d',
    'API Version: example.com/v1',
    'Kind: Thing',
    'Metadata:',
    '  Creation Timestamp: 2026-01-01T00:00:00Z',
    '  UID: u',
    'Spec:',
    '  API URL: q',
    '  Holder Identity: h',
    '  List:',
    '    A: <nil>',
    '    B: 1',
    '    plain',
    '  Nothing:',
    '  Pod UID: p',
    '',
  ]);
});
