import { expect, it } from 'vitest';
import { hasFormat, stepsOfFormat } from './formats.ts';

it.each<[string, string[], string[]]>([
  [
    'bsonobjectid',
    ['0123456789abcdef01234567', 'ABCDEF0123456789ABCDEF01'],
    ['0123456789abcdef0123456', 'g123456789abcdef01234567'],
  ],
  ['uri', ['/a', 'http://a', 'a+b.c-1:x', '/%41'], ['', 'a', '/a b', '/%4', '/%zz', '1a:b', '/\x7f']],
  ['email', ['a@b', 'A <a@b.c>', ' a@b ', 'a@[1.2.3.4]'], ['a', '@b', 'a@', 'a b@c', 'A <a>', 'a@b@c']],
  [
    'hostname',
    ['a', 'a.example', 'a1-b.example', 'A', 'a.b.c.example'],
    ['', '-a', 'a..b', `${'a'.repeat(64)}.example`, 'a_b', `${'abc.'.repeat(64)}com`],
  ],
  ['ipv4', ['1.2.3.4', '001.2.3.4', '255.255.255.255'], ['1.2.3', '1.2.3.256', '::1', '1.2.3.4.5', 'a']],
  [
    'ipv6',
    ['::1', 'fe80::1', '1:2:3:4:5:6:7:8', '::ffff:1.2.3.4'],
    ['1.2.3.4', 'fe80::1%eth0', '1:2', 'g::'],
  ],
  [
    'cidr',
    ['1.2.3.0/24', '1.2.3.4/0', '1.2.3.4/32', '::/0', '::/128'],
    ['1.2.3.4', '1.2.3.4/33', '::/129', '1.2.3.4/01', '1.2.3.4/a', '1.2.3.4/1/2', 'a/1', '1.2.3.4/'],
  ],
  [
    'mac',
    ['01:23:45:67:89:ab', '01-23-45-67-89-AB', '0123.4567.89ab', '01:23:45:67:89:ab:cd:ef'],
    ['01:23:45:67:89', '01:23-45:67:89:ab', '01:23:45:67:89:ag', '0123.4567'],
  ],
  [
    'uuid',
    ['01234567-89ab-cdef-0123-456789abcdef', '0123456789ABCDEF0123456789abcdef'],
    ['01234567-89ab-cdef-0123-456789abcde', 'g1234567-89ab-cdef-0123-456789abcdef'],
  ],
  ['uuid3', ['01234567-89ab-3def-0123-456789abcdef'], ['01234567-89ab-4def-0123-456789abcdef']],
  [
    'uuid4',
    ['01234567-89ab-4def-8123-456789abcdef', '01234567-89ab-4def-b123-456789abcdef'],
    ['01234567-89ab-4def-7123-456789abcdef', '01234567-89ab-5def-8123-456789abcdef'],
  ],
  [
    'uuid5',
    ['01234567-89ab-5def-a123-456789abcdef'],
    ['01234567-89ab-4def-a123-456789abcdef', '01234567-89ab-5def-c123-456789abcdef'],
  ],
  ['isbn', ['0-306-40615-2', '978-0-306-40615-7'], ['0-306-40615-3', '978-0-306-40615-8']],
  [
    'isbn10',
    ['0306406152', '0 306 40615 2', '080442957X'],
    ['0306406153', '978-0-306-40615-7', '080442957x', '080442956X'],
  ],
  ['isbn13', ['9780306406157', '978-0-306-40615-7'], ['9780306406158', '0306406152', '978030640615X']],
  [
    'creditcard',
    ['4111111111111111', '4111 1111 1111 1111', '5500-0000-0000-0004', '378282246310005'],
    ['4111111111111112', '1234567812345670', '411111111111111'],
  ],
  ['ssn', ['123-45-6789', '123 45 6789', '123456789'], ['123-45-678', '12-345-6789']],
  ['hexcolor', ['#fff', 'FFF', '#0a1B2c'], ['#ff', '#ffff', '#ggg']],
  ['rgbcolor', ['rgb(0,0,0)', 'rgb( 255 , 255 , 255 )'], ['rgb(256,0,0)', 'rgb(0,0)', 'rgba(0,0,0)']],
  ['byte', ['YQ==', 'YWI=', 'YWJj', '+/+/'], ['', 'YQ=', 'YQ', 'Y===', 'YW_j']],
  [
    'date',
    ['2021-03-04', '2020-02-29', '0001-01-01', '0099-12-31'],
    ['2021-02-29', '2021-13-01', '2021-00-01', '2021-01-00', '2021-1-1', '2021-04-31', 'x'],
  ],
  [
    'datetime',
    ['2021-03-04T05:06:07Z', '2021-03-04t23:59:59.123z', '2021-03-04T05:06:07+02:00'],
    [
      '2021-03-04',
      '2021-03-04T24:00:00Z',
      '2021-03-04T05:60:00Z',
      '2021-03-04T05:06:60Z',
      '2021-03-04T05:06:07',
      '2021-02-29T00:00:00Z',
      '2021-03-04T05:06:07.Z',
    ],
  ],
  ['duration', ['1h', '1h30m', '1.5s', '3 days', '2 weeks', '-1ms'], ['', 'x', '1', 'h']],
  // A hyphen in the name makes no difference; a format that is not known takes anything.
  ['date-time', ['2021-03-04T05:06:07Z'], ['x']],
  ['credit-card', ['4111111111111111'], ['x']],
  ['colour', ['', 'anything'], []],
])('%s takes %j, and not %j', (format, good, bad) => {
  expect(good.filter((each) => !hasFormat(each, format))).toEqual([]);
  expect(bad.filter((each) => hasFormat(each, format))).toEqual([]);
});

it('a host name has at most 255 characters, and labels of 63', () => {
  const label = 'a'.repeat(63);
  const longest = [label, label, label, 'a'.repeat(57), 'com'].join('.');
  expect(longest.length).toBe(253);
  expect(hasFormat(longest, 'hostname')).toBe(true);
  expect(hasFormat(`aaa.${longest}`, 'hostname')).toBe(false);
});

it('durations take more steps than the rest', () => {
  expect(stepsOfFormat('duration')).toBeGreaterThan(10 * stepsOfFormat('date'));
});
