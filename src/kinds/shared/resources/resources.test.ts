import { describe, expect, test } from 'vitest';
import { dialects } from '../../../api/meta/dialect.ts';
import { FieldPath, fieldErrorText } from '../../../api/validation/field-errors.ts';
import { isExtendedResource, isIntegerResource, isNativeResource, isOvercommitAllowed } from './names.ts';
import { quantityOf, quantityText, roundUpToMilli } from './quantities.ts';
import { validateContainerResourceName, validateResourceName } from './validation.ts';

const orch = dialects[0]!;
const path = FieldPath.of('x');

test.each([
  ['cpu', { native: true, extended: false, integer: false, overcommit: true }],
  ['pods', { native: true, extended: false, integer: true, overcommit: true }],
  ['hugepages-2Mi', { native: true, extended: false, integer: false, overcommit: false }],
  ['orch.io/batch', { native: true, extended: false, integer: false, overcommit: true }],
  ['example.com/gpu', { native: false, extended: true, integer: true, overcommit: false }],
  ['requests.example.com/gpu', { native: false, extended: false, integer: false, overcommit: false }],
])('%s', (name, expected) => {
  expect({
    native: isNativeResource(name, orch),
    extended: isExtendedResource(name, orch),
    integer: isIntegerResource(name, orch),
    overcommit: isOvercommitAllowed(name, orch),
  }).toEqual(expected);
});

describe('names', () => {
  const text = {
    standard: 'must be a standard resource type or fully qualified',
    container: 'must be a standard resource for containers',
  };

  test.each<[string, string[], string[]]>([
    ['cpu', [], []],
    ['hugepages-1Gi', [], []],
    ['storage', [], [text.container]],
    ['requests.hugepages-1Gi', [], [text.container]],
    ['wheels', [text.standard], [text.standard, text.container]],
    ['example.com/gpu', [], []],
    ['orch.io/batch', [], []],
    ['requests.example.com/gpu', [], ["doesn't follow extended resource name standard"]],
  ])('%s', (name, anywhere, inContainers) => {
    const all = (messages: string[]) => messages.map((message) => `x: Invalid value: "${name}": ${message}`);
    expect(validateResourceName(name, path).map(fieldErrorText)).toEqual(all(anywhere));
    expect(validateContainerResourceName(name, path, orch).map(fieldErrorText)).toEqual(all(inContainers));
  });
});

test('amounts are rounded up to thousandths', () => {
  const list = { a: '1', b: '100m', c: '1100u', d: '1n', e: '1e3', f: '0' };
  roundUpToMilli(list, undefined);
  expect(list).toEqual({ a: '1', b: '100m', c: '2m', d: '1m', e: '1e3', f: '0' });
});

test('a resource that is not named', () => {
  expect(quantityOf({}, 'toString')).toBeUndefined();
  expect(quantityOf(undefined, 'cpu')).toBeUndefined();
  expect(quantityText({}, 'cpu')).toBe('0');
});
