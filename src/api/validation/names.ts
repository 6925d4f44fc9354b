import { isIPv6 } from 'node:net';
import { goQuote } from '../../util/quote.ts';
import { badRequest } from '../meta/status.ts';
import {
  format,
  maxBytesText,
  maxLengthText,
  type NameCheck,
  patternText,
  rangeText,
  tooLong,
} from './name-format.ts';

export { maxLengthText, type NameCheck, patternText, rangeText };

const labelPattern = '[a-z0-9]([-a-z0-9]*[a-z0-9])?';
const subdomainPattern = `${labelPattern}(\\.${labelPattern})*`;
const qualifiedPattern = '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]';
const subdomainViolation = /^$|[^-.a-z0-9]|^[-.]|[-.]$|\.[-.]|-\./;
const qualifiedViolation = /^$|[^-A-Za-z0-9_.]|^[-_.]|[-_.]$/;
const maxSubdomainLength = 253;
const maxLabelLength = 63;
const empty = 'must be non-empty';

/** At most 63 long: `my-name`. */
export const dns1123Label: NameCheck = format(
  /^$|[^-a-z0-9]|^-|-$/,
  patternText(
    "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character",
    labelPattern,
    'my-name',
    '123-abc',
  ),
  maxLabelLength,
);

/** At most 253 long: `example.com`. The rule for the names of most kinds. */
export const dns1123Subdomain: NameCheck = format(
  subdomainViolation,
  patternText(
    "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character",
    subdomainPattern,
    'example.com',
  ),
  maxSubdomainLength,
);

const underscoreLabel = '_?[a-z0-9]([-_a-z0-9]*[a-z0-9])?';

/** The same with underscores, which names that are only looked up may have: `_sip._tcp.example.com`. */
export const underscoreSubdomain: NameCheck = format(
  /^$|[^-_.a-z0-9]|(?:^|\.)(?:[-.]|$|_(?![a-z0-9]))|[-_](?:\.|$)/,
  patternText(
    "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '_', '-' or '.', and must start and end with an alphanumeric character",
    `${underscoreLabel}(\\.${underscoreLabel})*`,
    'example.com',
  ),
  maxSubdomainLength,
);

/** A dns1123Label that begins with a letter. */
export const dns1035Label: NameCheck = format(
  /^(?![a-z])|[^-a-z0-9]|-$/,
  patternText(
    "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character",
    '[a-z]([-a-z0-9]*[a-z0-9])?',
    'my-name',
    'abc-123',
  ),
  maxLabelLength,
);

const wildcardText = patternText(
  "a wildcard DNS-1123 subdomain must start with '*.', followed by a valid DNS subdomain, which must consist of lower case alphanumeric characters, '-' or '.' and end with an alphanumeric character",
  `\\*\\.${subdomainPattern}`,
  '*.example.com',
);

/** `*.example.com`. */
export const wildcardDns1123Subdomain: NameCheck = (value) => [
  ...tooLong(value, maxSubdomainLength),
  ...(!value.startsWith('*.') || subdomainViolation.test(value.slice(2)) ? [wildcardText] : []),
];

const qualifiedText = patternText(
  "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character",
  qualifiedPattern,
  'MyName',
  'my.name',
  '123-abc',
);

/** A name with an optional domain, as keys of labels: `example.com/MyName`. */
export const qualifiedName: NameCheck = (value) => {
  const slash = value.indexOf('/');
  if (slash !== value.lastIndexOf('/')) {
    return [
      `a qualified name ${qualifiedText} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')`,
    ];
  }
  const name = value.slice(slash + 1);
  const ofName = name === '' ? [empty] : tooLong(name, maxLabelLength);
  if (qualifiedViolation.test(name)) ofName.push(qualifiedText);
  const ofPrefix = slash === -1 ? [] : slash === 0 ? [empty] : dns1123Subdomain(value.slice(0, slash));
  if (ofName.length + ofPrefix.length === 0) return ofName;
  return [...ofPrefix.map((text) => `prefix part ${text}`), ...ofName.map((text) => `name part ${text}`)];
};

/** May be empty. */
export const labelValue: NameCheck = format(
  /[^-A-Za-z0-9_.]|^[-_.]|[-_.]$/,
  patternText(
    "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character",
    `(${qualifiedPattern})?`,
    'MyValue',
    'my_value',
    '12345',
  ),
  maxLabelLength,
  maxBytesText,
);

/** Names of files outside of their directory. */
function leavesDirectory(value: string): string[] {
  if (value === '.' || value === '..') return [`must not be '${value}'`];
  return value.startsWith('..') ? ["must not start with '..'"] : [];
}

const configKey = format(
  /^$|[^-._a-zA-Z0-9]/,
  patternText(
    "a valid config key must consist of alphanumeric characters, '-', '_' or '.'",
    '[-._a-zA-Z0-9]+',
    'key.name',
    'KEY_NAME',
    'key-name',
  ),
  maxSubdomainLength,
);

/** A key of a ConfigMap or a Secret, which becomes the name of a file in a volume. */
export const configMapKey: NameCheck = (value) => [...configKey(value), ...leavesDirectory(value)];

const envVar = format(
  /^(?![-._a-zA-Z])|[^-._a-zA-Z0-9]/,
  patternText(
    "a valid environment variable name must consist of alphabetic characters, digits, '_', '-', or '.', and must not start with a digit",
    '[-._a-zA-Z][-._a-zA-Z0-9]*',
    'my.env-name',
    'MY_ENV.NAME',
    'MyEnvName1',
  ),
);

export const envVarName: NameCheck = (value) => [...envVar(value), ...leavesDirectory(value)];

const printable = /^[ -<>-~]*$/;

/** Any printable ASCII but the sign between name and value. */
export const relaxedEnvVarName: NameCheck = (value) => {
  if (value === '') return ['environment variable name must be non-empty'];
  return printable.test(value)
    ? []
    : ["a valid environment variable name must consist only of printable ASCII characters other than '='"];
};

export const httpHeaderName: NameCheck = format(
  /^$|[^-A-Za-z0-9]/,
  patternText(
    "a valid HTTP header must consist of alphanumeric characters or '-'",
    '[-A-Za-z0-9]+',
    'X-Header-Name',
  ),
);

export const cIdentifier: NameCheck = format(
  /^(?![A-Za-z_])|[^A-Za-z0-9_]/,
  patternText(
    "a valid C identifier must start with alphabetic character or '_', followed by a string of alphanumeric characters or '_'",
    '[A-Za-z_][A-Za-z0-9_]*',
    'my_name',
    'MY_NAME',
    'MyName',
  ),
);

/** `93%`. */
export const percent: NameCheck = format(
  /^(?![0-9])|[^0-9%]|%.|[^%]$/s,
  patternText(
    "a valid percent string must be a numeric string followed by an ending '%'",
    '[0-9]+%',
    '1%',
    '93%',
  ),
);

/** RFC 6335: at most 15 long, lower case, with a letter in it. */
export const portName: NameCheck = (value) => [
  ...tooLong(value, 15),
  ...(/^$|[^-a-z0-9]/.test(value)
    ? ['must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)']
    : []),
  ...(/[a-z]/.test(value) ? [] : ['must contain at least one letter or number (a-z, 0-9)']),
  ...(value.includes('--') ? ['must not contain consecutive hyphens'] : []),
  ...(value.startsWith('-') || value.endsWith('-') ? ['must not begin or end with a hyphen'] : []),
];

/** Leading zeros are allowed and do not mean octal. */
const looseOctet = '0*(?:25[0-5]|2[0-4][0-9]|1?[0-9]?[0-9])';
const looseIPv4 = new RegExp(`^${looseOctet}(?:\\.${looseOctet}){3}$`);

/** IPv4 or IPv6, without a zone. */
export const ip: NameCheck = (value) =>
  looseIPv4.test(value) || (!value.includes('%') && isIPv6(value))
    ? []
    : ['must be a valid IP address, (e.g. 10.9.8.7)'];

/** Whether the name can be a segment of a URL path. */
export const pathSegmentName: NameCheck = (value) =>
  value === '.' || value === '..' ? [`may not be '${value}'`] : pathSegmentPrefix(value);

function pathSegmentPrefix(value: string): string[] {
  return ['/', '%'].filter((text) => value.includes(text)).map((text) => `may not contain '${text}'`);
}

/** A rule for the names of a kind. With `prefix` the name is a generateName. */
export type NameRule = (name: string, prefix: boolean) => string[];

/** A generateName may end in a dash: a valid character takes the place of the last two. */
const maskTrailingDash = (name: string): string =>
  name.length > 1 && name.endsWith('-') ? `${name.slice(0, -2)}a` : name;

const nameRule =
  (check: NameCheck): NameRule =>
  (name, prefix) =>
    check(prefix ? maskTrailingDash(name) : name);

export const nameIsDnsSubdomain: NameRule = nameRule(dns1123Subdomain);
export const nameIsDnsLabel: NameRule = nameRule(dns1123Label);
/** The same, which calls a subdomain a name with dots. */
export const nameIsUndottedLabel: NameRule = (name, prefix) => {
  const problems = nameIsDnsLabel(name, prefix);
  if (problems.length === 0 || !name.includes('.') || nameIsDnsSubdomain(name, prefix).length > 0)
    return problems;
  return [
    'must not contain dots',
    ...problems.filter((problem) => problem.startsWith('must be no more than')),
  ];
};
export const nameIsDns1035Label: NameRule = nameRule(dns1035Label);
export const nameIsPathSegment: NameRule = (name, prefix) =>
  prefix ? pathSegmentPrefix(name) : pathSegmentName(name);

/** Returns error messages, as a NameCheck does. */
export type NumberCheck = (value: number | bigint) => string[];

export function inRange(value: number | bigint, min: number, max: number): string[] {
  return value >= min && value <= max ? [] : [rangeText(min, max)];
}

export const portNumber: NumberCheck = (value) => inRange(value, 1, 65535);
export const userId: NumberCheck = (value) => inRange(value, 0, 2 ** 31 - 1);
export const groupId: NumberCheck = userId;

/** Refuses names under which nothing can be stored. Throws BadRequest. */
export function checkNameParameter(name: string): void {
  const problems = nameIsPathSegment(name, false);
  if (problems.length > 0)
    throw badRequest(`Name parameter invalid: ${goQuote(name)}: ${problems.join(';')}`);
}
