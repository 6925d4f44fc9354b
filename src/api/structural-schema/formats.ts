import { isIP, isIPv4, isIPv6 } from 'node:net';
import { DurationError, parseDuration } from '../../util/duration.ts';

type FormatCheck = (text: string) => boolean;

const matches =
  (pattern: RegExp): FormatCheck =>
  (text) =>
    pattern.test(text);

/** An IP address in the text forms that Go parses: IPv4 with leading zeros, IPv6 without a zone. */
function isAddress(text: string): boolean {
  const isOctets = /^\d{1,3}(?:\.\d{1,3}){3}$/.test(text);
  return isOctets
    ? text.split('.').every((octet) => Number(octet) <= 255)
    : isIP(text) !== 0 && !text.includes('%');
}

function isCidr(text: string): boolean {
  const [address = '', bits = '', rest] = text.split('/');
  if (rest !== undefined || !/^(?:0|[1-9]\d{0,2})$/.test(bits)) return false;
  return (isIPv4(address) && Number(bits) <= 32) || (isIPv6(address) && Number(bits) <= 128);
}

const hostname =
  /^([a-zA-Z0-9\p{S}\p{L}]((-?[a-zA-Z0-9\p{S}\p{L}]{0,62})?)|([a-zA-Z0-9\p{S}\p{L}](([a-zA-Z0-9-\p{S}\p{L}]{0,61}[a-zA-Z0-9\p{S}\p{L}])?)(\.)){1,}([a-zA-Z\p{L}]){2,63})$/u;

/** Labels are checked for their length first: the pattern then takes linear time. */
function isHostname(text: string): boolean {
  if (text.length > 255) return false;
  return text.split('.').every(({ length }) => length <= 63) && hostname.test(text);
}

function isDate(text: string): boolean {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? [];
  if (year === undefined) return false;
  const date = new Date(0);
  date.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  return date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day);
}

const dateTime = /^(\d{4}-\d\d-\d\d)T(\d\d):(\d\d):(\d\d)(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/i;

function isDateTime(text: string): boolean {
  const [, date, hours, minutes, seconds] = dateTime.exec(text) ?? [];
  if (date === undefined || !isDate(date)) return false;
  return Number(hours) <= 23 && Number(minutes) <= 59 && Number(seconds) <= 59;
}

const looseDuration = /\d+\s*(?:ns|nano|us|µs|micro|ms|milli|sec|s|min|m|hour|hr|h|day|d|week|wk|w)/;

function isDuration(text: string): boolean {
  try {
    parseDuration(text);
    return true;
  } catch (error) {
    if (!(error instanceof DurationError)) throw error;
    return looseDuration.test(text.slice(0, 1024));
  }
}

/** A path that begins with a slash, or an absolute URI. */
function isUri(text: string): boolean {
  if (/[\x00-\x20\x7f]/.test(text)) return false;
  if (/%(?![\da-fA-F]{2})/.test(text)) return false;
  return text.startsWith('/') || /^[a-zA-Z][a-zA-Z0-9+.-]*:/.test(text);
}

/** An address, or a display name and an address in angle brackets. */
function isEmail(text: string): boolean {
  const address = /^[^<>]{0,255}<([^<>]+)>$/.exec(text)?.[1] ?? text;
  return /^[^\s@<>(),:;"[\]\\]+@(?:[^\s@<>(),:;"[\]\\]+|\[[^\]\s]+\])$/.test(address.trim());
}

/** Weighted sums of ISBN and bank cards. */
function isIsbn10(text: string): boolean {
  const digits = text.replaceAll(/[\s-]/g, '');
  if (!/^\d{9}[\dX]$/.test(digits)) return false;
  const sum = [...digits].reduce(
    (total, digit, at) => total + (at + 1) * (digit === 'X' ? 10 : Number(digit)),
    0,
  );
  return sum % 11 === 0;
}

function isIsbn13(text: string): boolean {
  const digits = text.replaceAll(/[\s-]/g, '');
  if (!/^\d{13}$/.test(digits)) return false;
  return (
    [...digits].reduce((total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 1 : 3), 0) % 10 === 0
  );
}

const cardBrands =
  /^(?:4\d{12}(?:\d{3})?|5[1-5]\d{14}|(?:222[1-9]|22[3-9]\d|2[3-6]\d\d|27[01]\d|2720)\d{12}|6(?:011|5\d\d)\d{12}|3[47]\d{13}|3(?:0[0-5]|[68]\d)\d{11}|(?:2131|1800|35\d{3})\d{11}|6[27]\d{14})$/;

function isCreditCard(text: string): boolean {
  const digits = text.replaceAll(/\D+/g, '');
  if (!cardBrands.test(digits)) return false;
  const sum = [...digits].reverse().reduce((total, digit, at) => {
    const value = Number(digit) * (at % 2 === 0 ? 1 : 2);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

const uuid = (version: string, variant = '[\\da-f]'): FormatCheck =>
  matches(
    new RegExp(`^[\\da-f]{8}-?[\\da-f]{4}-?${version}[\\da-f]{3}-?${variant}[\\da-f]{3}-?[\\da-f]{12}$`, 'i'),
  );

const mac =
  /^(?:[\da-f]{2}([:-])[\da-f]{2}(?:\1[\da-f]{2}){4}(?:(?:\1[\da-f]{2}){2}|(?:\1[\da-f]{2}){14})?|[\da-f]{4}\.[\da-f]{4}\.[\da-f]{4}(?:\.[\da-f]{4}(?:(?:\.[\da-f]{4}){6})?)?)$/i;

/** The formats of strings that are checked, without hyphens in their names; all others are ignored. */
const checks: ReadonlyMap<string, FormatCheck> = new Map([
  ['bsonobjectid', matches(/^[\da-f]{24}$/i)],
  ['uri', isUri],
  ['email', isEmail],
  ['hostname', isHostname],
  ['ipv4', (text) => isAddress(text) && text.includes('.')],
  ['ipv6', (text) => isAddress(text) && text.includes(':')],
  ['cidr', isCidr],
  ['mac', matches(mac)],
  ['uuid', uuid('[\\da-f]')],
  ['uuid3', uuid('3')],
  ['uuid4', uuid('4', '[89ab]')],
  ['uuid5', uuid('5', '[89ab]')],
  ['isbn', (text) => isIsbn10(text) || isIsbn13(text)],
  ['isbn10', isIsbn10],
  ['isbn13', isIsbn13],
  ['creditcard', isCreditCard],
  ['ssn', matches(/^\d{3}[- ]?\d{2}[- ]?\d{4}$/)],
  ['hexcolor', matches(/^#?(?:[\da-f]{3}|[\da-f]{6})$/i)],
  ['rgbcolor', matches(/^rgb\(\s*(?:(?:0|[1-9]\d?|1\d\d?|2[0-4]\d|25[0-5])\s*(?:,\s*|(?=\)))){3}\)$/)],
  ['byte', (text) => text !== '' && text.length % 4 === 0 && /^[A-Za-z\d+/]*={0,2}$/.test(text)],
  ['date', isDate],
  ['duration', isDuration],
  ['datetime', isDateTime],
]);

/** Formats that are known and checked elsewhere, or not at all. */
const otherFormats = ['password', 'k8sshortname', 'k8slongname'];

/** Whether a format of strings is one at all. */
export function isKnownFormat(format: string): boolean {
  const name = format.replaceAll('-', '');
  return checks.has(name) || otherFormats.includes(name);
}

/** Steps that a character of a text takes: reading a duration goes part by part. */
export const stepsOfFormat = (format: string): number => (format === 'duration' ? 5 : 1 / 16);

/** Whether a text has a format; formats that are not known allow any text. */
export function hasFormat(text: string, format: string): boolean {
  return checks.get(format.replaceAll('-', ''))?.(text) ?? true;
}
