import { describe, expect, test } from 'vitest';
import { FieldPath, fieldErrorText } from '../../../api/validation/field-errors.ts';
import { isNothing, validateAtMostAll, validateIntOrPercent } from './int-or-percent.ts';

const path = FieldPath.of('max');
const pattern =
  "a valid percent string must be a numeric string followed by an ending '%' (e.g. '1%',  or '93%', regex used for validation is '[0-9]+%')";
const negative = 'must be greater than or equal to 0';
const tooMuch = 'must not be greater than 100%';

describe('a count or a percentage', () => {
  test.each([
    [0, [], true],
    [3, [], false],
    [-1, [`max: Invalid value: -1: ${negative}`], false],
    ['0%', [], true],
    ['100%', [], false],
    ['101%', [`max: Invalid value: intstr.IntOrString{Type:1, IntVal:0, StrVal:"101%"}: ${tooMuch}`], false],
    [
      '99999999999999999999%',
      [
        `max: Invalid value: intstr.IntOrString{Type:1, IntVal:0, StrVal:"99999999999999999999%"}: ${tooMuch}`,
      ],
      false,
    ],
    ['7', [`max: Invalid value: intstr.IntOrString{Type:1, IntVal:0, StrVal:"7"}: ${pattern}`], false],
    ['0', [`max: Invalid value: intstr.IntOrString{Type:1, IntVal:0, StrVal:"0"}: ${pattern}`], true],
    ['-5%', [`max: Invalid value: intstr.IntOrString{Type:1, IntVal:0, StrVal:"-5%"}: ${pattern}`], true],
    ['lots', [`max: Invalid value: intstr.IntOrString{Type:1, IntVal:0, StrVal:"lots"}: ${pattern}`], true],
  ])('%s', (value, errors, nothing) => {
    const found = [...validateIntOrPercent(value, path), ...validateAtMostAll(value, path)];
    expect(found.map(fieldErrorText)).toEqual(errors);
    expect(isNothing(value)).toBe(nothing);
  });
});
