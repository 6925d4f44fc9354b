import { isIP } from 'node:net';
import { type Dialect, dialects, protobufMediaTypes } from '../../../api/meta/dialect.ts';
import { defaultRelease, isReleasedBy, releaseBefore } from '../../../api/meta/release.ts';
import { notBoolean, parseBoolean } from '../../../util/booleans.ts';
import { DurationError, durationMs } from '../../../util/duration.ts';
import { InvalidValue } from '../../../util/flags.ts';
import { goQuote } from '../../../util/quote.ts';
import { StartError } from '../../start-error.ts';

/** Releases of the API that the server can be like. */
export const releases = Array.from({ length: 18 }, (_, index) => `1.${19 + index}`);
export const jsonType = 'application/json';

/** For flags of which the refusal of a negative value is well known. */
export function notNegative(
  name: string,
  parse: (text: string) => number,
  refusal = `--${name} can not be negative value`,
): (text: string) => number {
  return (text) => {
    if (/^-\d/.test(text)) throw new StartError(refusal);
    return parse(text);
  };
}

export const text = (given: string): string => given;

/** Throws StartError. */
export const tlsVersion =
  (allowed: readonly string[], standard: string) =>
  (given: string): string => {
    if (given === '') return standard;
    if (allowed.includes(given)) return given;
    throw new StartError(`unknown tls version ${goQuote(given)}`);
  };

/** Throws StartError for one that there cannot be. */
export function port(text: string): number {
  const value = count(text);
  if (value <= 65_535) return value;
  throw new StartError(
    `--secure-port ${value} must be between 1 and 65535, inclusive. It cannot be turned off with 0`,
  );
}

export function count(text: string): number {
  if (/^-\d{1,15}$/.test(text)) throw new InvalidValue('must not be negative');
  if (!/^\d{1,15}$/.test(text))
    throw new InvalidValue(`strconv.ParseInt: parsing ${goQuote(text)}: invalid syntax`);
  return Number(text);
}

export function file(text: string): string {
  if (text === '') throw new InvalidValue('must be the path of a file.');
  return text;
}

export function boolean(text: string): boolean {
  const value = parseBoolean(text);
  if (value === undefined) throw new InvalidValue(notBoolean(text));
  return value;
}

export function list(text: string): string[] {
  const items = text.split(',').map((item) => item.trim());
  if (items.includes('')) throw new InvalidValue('must be a comma-separated list.');
  return items;
}

/** Throws StartError where there is none. */
export function servers(text: string): string[] {
  if (text === '') throw new StartError('--etcd-servers must be specified');
  return list(text);
}

export function duration(text: string): number {
  let value: number;
  try {
    value = durationMs(text);
  } catch (error) {
    throw error instanceof DurationError ? new InvalidValue(error.message) : error;
  }
  if (value >= 0) return value;
  throw new InvalidValue('must not be negative');
}

export function storesProtobuf(text: string): boolean {
  if (text === jsonType || protobufMediaTypes.includes(text)) return text !== jsonType;
  const allowed = [jsonType, ...protobufMediaTypes].sort().join(', ');
  throw new StartError(`--storage-media-type ${goQuote(text)} invalid, allowed values: ${allowed}`);
}

/** `1.35`, also with the component that it is about: `kube=1.35`. Of two the same has to be said. Throws StartError. */
export function release(text: string, before?: string): string {
  const version = versionOf(text, before);
  if (version === '') return defaultRelease;
  if (releases.includes(version)) return version;
  throw new StartError(`emulation version ${version} is not between [${releases[0]}, ${releases.at(-1)}.0]`);
}

/** Throws StartError for a server that is to serve what came after the newest release that there is. */
export function checkForward(option: string, isSet: boolean, emulated: string): void {
  if (!isSet || emulated !== releases.at(-1)) return;
  throw new StartError(
    `ServerRunOptions.${option} cannot be set to true if the emulation version is the same as the binary version`,
  );
}

/** A release in the same form; whether it is old enough depends on the emulated one. Throws StartError. */
export const compatibleRelease = (text: string, before?: string): string | undefined =>
  versionOf(text, before) || undefined;

/** Throws StartError for one that the emulated release cannot be stored for. */
export function checkCompatible(version: string, emulated: string): void {
  const oldest = releaseBefore(releases[0]!);
  if (isReleasedBy(oldest, version) && isReleasedBy(version, emulated)) return;
  throw new StartError(`minCompatibilityVersion version ${version} is not between [${oldest}, ${emulated}]`);
}

/** The release that a text names, which may say it more than once; "" for none. Throws StartError. */
function versionOf(text: string, before: string | undefined): string {
  let version = before ?? '';
  for (const item of text === '' ? [] : text.split(',')) {
    const next = versionOfItem(item);
    if (version !== '' && version !== next)
      throw new StartError(`duplicate version flag, kube=${version} and kube=${next}`);
    version = next;
  }
  return version;
}

function versionOfItem(text: string): string {
  const [, component = 'kube', version = ''] = /^(?:([^=]*)=)?(.*)$/s.exec(text)!;
  if (component !== 'kube') throw new StartError(`component not registered: ${component}`);
  if (/^\d+\.\d+$/.test(version)) return version;
  if (/^\d+\.\d+\.\d+$/.test(version))
    throw new StartError(`patch version not allowed, got: kube=${version}`);
  throw new StartError(`could not parse ${goQuote(version)} as version`);
}

export function address(text: string): string {
  if (isIP(text) !== 0) return text;
  throw new InvalidValue(`failed to parse IP: ${goQuote(text)}`);
}

/** An empty text names every address. */
export const listenAddress = (text: string): string => (text === '' ? '0.0.0.0' : address(text));

export function dialect(text: string): Dialect {
  const found = dialects.find(({ name }) => name === text);
  if (found === undefined) {
    throw new InvalidValue(`must be one of ${dialects.map(({ name }) => name).join(', ')}.`);
  }
  return found;
}

/** `a/v1=false,api/all`. Throws StartError. */
export function assignments(
  text: string,
  before: ReadonlyMap<string, string> = new Map(),
): Map<string, string> {
  const result = new Map(before);
  for (const item of list(text)) {
    const [, key = '', given = 'true'] = /^([^=]*)(?:=(.*))?$/s.exec(item)!;
    const value = given === '' ? true : parseBoolean(given);
    // All of the API is switched by the two words alone.
    if (key === 'api/all' && given !== String(value)) throw new StartError(`invalid value api/all=${given}`);
    if (value === undefined)
      throw new StartError(`invalid value of ${key}: ${given}, err: ${notBoolean(given)}`);
    result.set(key, String(value));
  }
  return result;
}
