import { expect, test } from 'vitest';
import { FieldPath, invalid } from '../validation/field-errors.ts';
import { goQuantity, goResourceList } from './go-quantity.ts';

const shown = (value: unknown): string =>
  invalid(FieldPath.of('x'), value, '').body.slice('Invalid value: '.length);
const quantity = (amount: string, text: string, format = 'DecimalSI'): string =>
  `resource.Quantity{i:resource.int64Amount{${amount}}, d:resource.infDecAmount{Dec:(*inf.Dec)(nil)}, s:"${text}", Format:"${format}"}`;

test.each([
  ['0', quantity('value:0, scale:0', '0')],
  ['500m', quantity('value:500, scale:-3', '500m')],
  ['-5', quantity('value:-5, scale:0', '-5')],
  ['1Gi', quantity('value:1073741824, scale:0', '1Gi', 'BinarySI')],
  ['8Gi', quantity('value:8589934592, scale:0', '', 'BinarySI')],
  ['10e3', quantity('value:10, scale:3', '10e3', 'DecimalExponent')],
  ['1Ei', '"1Ei"'],
  ['1234567890123456789', '"1234567890123456789"'],
])('the quantity %s is printed as by %%#v of Go', (text, expected) => {
  expect(shown(goQuantity(text))).toBe(expected);
});

test('a quantity that was printed before has its text cached', () => {
  expect(shown(goQuantity('8Gi', { wasPrinted: true }))).toBe(
    quantity('value:8589934592, scale:0', '8Gi', 'BinarySI'),
  );
});

test('a resource list is sorted by resource name', () => {
  expect(shown(goResourceList({ memory: '1Gi', cpu: '2' }))).toBe(
    `core.ResourceList{"cpu":${quantity('value:2, scale:0', '2')}, "memory":${quantity('value:1073741824, scale:0', '1Gi', 'BinarySI')}}`,
  );
  expect(shown(goResourceList({}))).toBe('core.ResourceList(nil)');
  expect(shown(goResourceList({ memory: '1Ei' }))).toBe('{"memory":"1Ei"}');
});
