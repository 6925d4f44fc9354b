import { describe, expect, test } from 'vitest';
import * as names from './names.ts';

const checkOf = new Map(Object.entries(names)) as Map<string, any>;

const label =
  "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')";
const subdomain =
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";
const dns1035 =
  "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')";
const wildcard =
  "a wildcard DNS-1123 subdomain must start with '*.', followed by a valid DNS subdomain, which must consist of lower case alphanumeric characters, '-' or '.' and end with an alphanumeric character (e.g. '*.example.com', regex used for validation is '\\*\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";
const qualified =
  "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')";
const value =
  "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')";
const configKey =
  "a valid config key must consist of alphanumeric characters, '-', '_' or '.' (e.g. 'key.name',  or 'KEY_NAME',  or 'key-name', regex used for validation is '[-._a-zA-Z0-9]+')";
const envVar =
  "a valid environment variable name must consist of alphabetic characters, digits, '_', '-', or '.', and must not start with a digit (e.g. 'my.env-name',  or 'MY_ENV.NAME',  or 'MyEnvName1', regex used for validation is '[-._a-zA-Z][-._a-zA-Z0-9]*')";
const header =
  "a valid HTTP header must consist of alphanumeric characters or '-' (e.g. 'X-Header-Name', regex used for validation is '[-A-Za-z0-9]+')";
const identifier =
  "a valid C identifier must start with alphabetic character or '_', followed by a string of alphanumeric characters or '_' (e.g. 'my_name',  or 'MY_NAME',  or 'MyName', regex used for validation is '[A-Za-z_][A-Za-z0-9_]*')";
const percentage =
  "a valid percent string must be a numeric string followed by an ending '%' (e.g. '1%',  or '93%', regex used for validation is '[0-9]+%')";
const noPort = 'must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)';
const noLetter = 'must contain at least one letter or number (a-z, 0-9)';
const edge = 'must not begin or end with a hyphen';
const address = 'must be a valid IP address, (e.g. 10.9.8.7)';
const long = (length: number) => `must be no more than ${length} characters`;

const valid: [check: keyof typeof names, ...values: string[]][] = [
  ['dns1123Label', 'a', '0', 'a-b', 'a--b', '1-2', 'a'.repeat(63)],
  ['dns1123Subdomain', 'a', 'a.b', '1.2-3.x', 'a--b.c', `${'a.'.repeat(126)}a`],
  ['dns1035Label', 'a', 'a1', 'a-1', 'x'.repeat(63)],
  ['wildcardDns1123Subdomain', '*.a', '*.foo.bar.com'],
  [
    'qualifiedName',
    'a',
    'A',
    'a.b_c-D',
    '1',
    'example.com/A',
    'constructor',
    `${'a'.repeat(253)}/${'b'.repeat(63)}`,
  ],
  ['labelValue', '', 'a', 'A.b_c-D', '1', 'a'.repeat(63)],
  ['pathSegmentName', 'a', '...', 'a b', ':', 'système', ''],
  ['configMapKey', 'a', '.a', 'a..b', '-', '_', 'A.b-c_d', 'a'.repeat(253)],
  ['envVarName', 'a', '_', '-a', '.a', 'A_B', 'a.b-c'],
  ['httpHeaderName', 'X-Header', '1', '-'],
  ['portName', 'a', 'http', 'a-1', '1-a', 'a'.repeat(15)],
  ['cIdentifier', 'a', '_', 'A_1', '__proto__'],
  ['percent', '0%', '93%', '1000%'],
  ['ip', '10.9.8.7', '010.0.0.255', '::', '::1', '2001:db8::ffff', '::ffff:1.2.3.4'],
];

describe('valid names have no messages', () => {
  const cases = valid.flatMap(([check, ...values]) => values.map((text) => [check, text] as const));
  test.each(cases)('%s %j', (check, text) => expect(checkOf.get(check)(text)).toEqual([]));
});

const faulty: [check: keyof typeof names, value: string, messages: string[]][] = [
  ...['', '-', '-a', 'a-', 'a.b', 'A', 'a_b', 'a\n', 'ä'].map(
    (text) => ['dns1123Label', text, [label]] as any,
  ),
  ['dns1123Label', 'a'.repeat(64), [long(63)]],
  ['dns1123Label', 'A'.repeat(64), [long(63), label]],
  ['dns1123Label', 'ä'.repeat(32), [long(63), label]],
  ...['', '.', 'a.', '.a', 'a..b', 'a-.b', 'a.-b', 'A.b', 'a_b', 'a\n'].map(
    (text) => ['dns1123Subdomain', text, [subdomain]] as any,
  ),
  ['dns1123Subdomain', 'a'.repeat(254), [long(253)]],
  ...['', '1', '-a', 'a-', 'a.b', 'A'].map((text) => ['dns1035Label', text, [dns1035]] as any),
  ['dns1035Label', 'a'.repeat(64), [long(63)]],
  ...['', '*', '*.', '*a', 'a', '*.*.a', 'a.*', '**.a'].map(
    (text) => ['wildcardDns1123Subdomain', text, [wildcard]] as any,
  ),
  ['qualifiedName', '', ['name part must be non-empty', `name part ${qualified}`]],
  [
    'qualifiedName',
    '/',
    ['prefix part must be non-empty', 'name part must be non-empty', `name part ${qualified}`],
  ],
  ['qualifiedName', '/a', ['prefix part must be non-empty']],
  ['qualifiedName', 'A/a', [`prefix part ${subdomain}`]],
  ['qualifiedName', `${'a'.repeat(254)}/a`, [`prefix part ${long(253)}`]],
  ['qualifiedName', 'a'.repeat(64), [`name part ${long(63)}`]],
  ['qualifiedName', '__proto__', [`name part ${qualified}`]],
  [
    'qualifiedName',
    'a/b/c',
    [
      `a qualified name ${qualified} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')`,
    ],
  ],
  ...['-', '_a', 'a.', 'a b', 'a/b'].map((text) => ['labelValue', text, [value]] as any),
  ['labelValue', 'a'.repeat(64), ['must be no more than 63 bytes']],
  ['pathSegmentName', '.', ["may not be '.'"]],
  ['pathSegmentName', '..', ["may not be '..'"]],
  ['pathSegmentName', '%a/b', ["may not contain '/'", "may not contain '%'"]],
  ['configMapKey', '', [configKey]],
  ['configMapKey', 'a/b', [configKey]],
  ['configMapKey', '.', ["must not be '.'"]],
  ['configMapKey', '..', ["must not be '..'"]],
  ['configMapKey', '..a', ["must not start with '..'"]],
  ['configMapKey', 'a'.repeat(254), [long(253)]],
  ['envVarName', '', [envVar]],
  ['envVarName', '1a', [envVar]],
  ['envVarName', '..=', [envVar, "must not start with '..'"]],
  ['httpHeaderName', 'X_Y', [header]],
  ['httpHeaderName', '', [header]],
  ['portName', '', [noPort, noLetter]],
  ['portName', '80', [noLetter]],
  ['portName', '-A--', [noPort, noLetter, 'must not contain consecutive hyphens', edge]],
  ['portName', 'a'.repeat(16), [long(15)]],
  ['cIdentifier', '1a', [identifier]],
  ['cIdentifier', '', [identifier]],
  ...['', '%', '1', 'a%', '1%%', '-1%', '1.5%', '1%\n'].map((text) => ['percent', text, [percentage]] as any),
  ...[
    '',
    '1.2.3',
    '1.2.3.4.5',
    '256.1.1.1',
    '1.2.3.',
    ' 1.2.3.4',
    '1.2.3.4/8',
    'fe80::1%eth0',
    '::g',
    'a.b.c.d',
  ].map((text) => ['ip', text, [address]] as any),
];

describe('invalid names have the messages of the API', () => {
  test.each(faulty)('%s %j', (check, text, messages) => expect(checkOf.get(check)(text)).toEqual(messages));
});

describe('rules for the names of objects', () => {
  const cases: [rule: names.NameRule, name: string, prefix: boolean, messages: string[]][] = [
    [names.nameIsDnsSubdomain, 'a.b-', false, [subdomain]],
    [names.nameIsDnsSubdomain, 'a.b-', true, []],
    [names.nameIsDnsSubdomain, '-', true, [subdomain]],
    [names.nameIsDnsLabel, 'a-', true, []],
    [names.nameIsDnsLabel, 'a.b-', true, [label]],
    [names.nameIsDnsLabel, 'a'.repeat(64), false, [long(63)]],
    [names.nameIsDns1035Label, '1x-', true, [dns1035]],
    [names.nameIsDns1035Label, 'x-', true, []],
    [names.nameIsPathSegment, '.', false, ["may not be '.'"]],
    [names.nameIsPathSegment, '.', true, []],
    [names.nameIsPathSegment, 'a/', true, ["may not contain '/'"]],
  ];
  test.each(cases)('%o %j prefix: %s', (rule, name, prefix, messages) =>
    expect(rule(name, prefix)).toEqual(messages),
  );
});

describe('number checks', () => {
  test('a port number is from 1 to 65535', () => {
    for (const port of [1, 80, 65535]) expect(names.portNumber(port)).toEqual([]);
    for (const port of [0, -1, 65536])
      expect(names.portNumber(port)).toEqual(['must be between 1 and 65535, inclusive']);
  });
  test('a user or group id is from 0 to 2147483647', () => {
    for (const id of [0, 2147483647, 5n]) expect(names.userId(id)).toEqual([]);
    for (const id of [-1, 2147483648, 2n ** 60n]) {
      expect(names.groupId(id)).toEqual(['must be between 0 and 2147483647, inclusive']);
    }
  });
});

test('names are checked in linear time', () => {
  const length = 2_000_000;
  const texts = ['a', '-', '.', 'a.', 'a-', '0', '%', '1.', 'A/'].map(
    (part) => `${part.repeat(length / part.length)}!`,
  );
  const checks = valid.map(([check]) => checkOf.get(check));
  // Otherwise the test would take hours.
  for (const text of texts) for (const check of checks) check(text);
});
