import { isIPv6 } from 'node:net';
import { format, maxLengthText, type NameCheck, patternText, rangeText, tooLong } from './name-format.ts';

export { maxLengthText, type NameCheck, patternText, rangeText };

const labelPattern = '[a-z0-9]([-a-z0-9]*[a-z0-9])?';
const subdomainPattern = `${labelPattern}(\\.${labelPattern})*`;
const qualifiedPattern = '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]';
const subdomainViolation = /^$|[^-.a-z0-9]|^[-.]|[-.]$|\.[-.]|-\./;
const qualifiedViolation = /^$|[^-A-Za-z0-9_.]|^[-_.]|[-_.]$/;
const subdomainLength = 253;
const labelLength = 63;
const empty = 'must be non-empty';

/** A label of a host name, at most 63 long: `my-name`. */
export const dns1123Label: NameCheck = format(
  /^$|[^-a-z0-9]|^-|-$/,
  patternText(
    "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character",
    labelPattern,
    'my-name',
    '123-abc',
  ),
  labelLength,
);

/** A host name, at most 253 long: `example.com`. What most objects may be called. */
export const dns1123Subdomain: NameCheck = format(
  subdomainViolation,
  patternText(
    "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character",
    subdomainPattern,
    'example.com',
  ),
  subdomainLength,
);

/** As dns1123Label, and begins with a letter. */
export const dns1035Label: NameCheck = format(
  /^(?![a-z])|[^-a-z0-9]|-$/,
  patternText(
    "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character",
    '[a-z]([-a-z0-9]*[a-z0-9])?',
    'my-name',
    'abc-123',
  ),
  labelLength,
);

const wildcardText = patternText(
  "a wildcard DNS-1123 subdomain must start with '*.', followed by a valid DNS subdomain, which must consist of lower case alphanumeric characters, '-' or '.' and end with an alphanumeric character",
  `\\*\\.${subdomainPattern}`,
  '*.example.com',
);

/** `*.example.com`. */
export const wildcardDns1123Subdomain: NameCheck = (value) => [
  ...tooLong(value, subdomainLength),
  ...(!value.startsWith('*.') || subdomainViolation.test(value.slice(2)) ? [wildcardText] : []),
];

const qualifiedText = patternText(
  "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character",
  qualifiedPattern,
  'MyName',
  'my.name',
  '123-abc',
);

/** A name, perhaps with a domain before it, as keys of labels have it: `example.com/MyName`. */
export const qualifiedName: NameCheck = (value) => {
  const slash = value.indexOf('/');
  if (slash !== value.lastIndexOf('/')) {
    return [
      `a qualified name ${qualifiedText} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')`,
    ];
  }
  const name = value.slice(slash + 1);
  const ofName = name === '' ? [empty] : tooLong(name, labelLength);
  if (qualifiedViolation.test(name)) ofName.push(qualifiedText);
  const ofPrefix = slash === -1 ? [] : slash === 0 ? [empty] : dns1123Subdomain(value.slice(0, slash));
  if (ofName.length + ofPrefix.length === 0) return ofName;
  return [...ofPrefix.map((text) => `prefix part ${text}`), ...ofName.map((text) => `name part ${text}`)];
};

/** The value of a label; may be empty. */
export const labelValue: NameCheck = format(
  /[^-A-Za-z0-9_.]|^[-_.]|[-_.]$/,
  patternText(
    "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character",
    `(${qualifiedPattern})?`,
    'MyValue',
    'my_value',
    '12345',
  ),
  labelLength,
);

/** A name of a file that would not stay in its directory. */
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
  subdomainLength,
);

/** A key of a ConfigMap or a Secret: it becomes the name of a file. */
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

/** The name of a port (RFC 6335): at most 15 long, lower case, with a letter in it. */
export const portName: NameCheck = (value) => [
  ...tooLong(value, 15),
  ...(/^$|[^-a-z0-9]/.test(value)
    ? ['must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)']
    : []),
  ...(/[a-z]/.test(value) ? [] : ['must contain at least one letter or number (a-z, 0-9)']),
  ...(value.includes('--') ? ['must not contain consecutive hyphens'] : []),
  ...(value.startsWith('-') || value.endsWith('-') ? ['must not begin or end with a hyphen'] : []),
];

/** Leading zeros are read as decimal, as they always were. */
const looseOctet = '0*(?:25[0-5]|2[0-4][0-9]|1?[0-9]?[0-9])';
const looseIPv4 = new RegExp(`^${looseOctet}(?:\\.${looseOctet}){3}$`);

/** An address of either family, without a zone. */
export const ip: NameCheck = (value) =>
  looseIPv4.test(value) || (!value.includes('%') && isIPv6(value))
    ? []
    : ['must be a valid IP address, (e.g. 10.9.8.7)'];

/** What may stand between two slashes of a URL. */
export const pathSegmentName: NameCheck = (value) =>
  value === '.' || value === '..' ? [`may not be '${value}'`] : pathSegmentPrefix(value);

function pathSegmentPrefix(value: string): string[] {
  return ['/', '%'].filter((text) => value.includes(text)).map((text) => `may not contain '${text}'`);
}

/** A rule for the names of a kind. With `prefix` the text is a generateName, to which more will be added. */
export type NameRule = (name: string, prefix: boolean) => string[];

/** A generateName may end in a dash: its last two characters stand for one that is fine. */
const maskTrailingDash = (name: string): string =>
  name.length > 1 && name.endsWith('-') ? `${name.slice(0, -2)}a` : name;

const nameRule =
  (check: NameCheck): NameRule =>
  (name, prefix) =>
    check(prefix ? maskTrailingDash(name) : name);

export const nameIsDnsSubdomain: NameRule = nameRule(dns1123Subdomain);
export const nameIsDnsLabel: NameRule = nameRule(dns1123Label);
export const nameIsDns1035Label: NameRule = nameRule(dns1035Label);
export const nameIsPathSegment: NameRule = (name, prefix) =>
  prefix ? pathSegmentPrefix(name) : pathSegmentName(name);

/** A check of a whole number, with messages as those above. */
export type NumberCheck = (value: number | bigint) => string[];

export function inRange(value: number | bigint, min: number, max: number): string[] {
  return value >= min && value <= max ? [] : [rangeText(min, max)];
}

export const portNumber: NumberCheck = (value) => inRange(value, 1, 65535);
export const userId: NumberCheck = (value) => inRange(value, 0, 2 ** 31 - 1);
export const groupId: NumberCheck = userId;
