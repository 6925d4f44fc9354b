import { isIP } from 'node:net';
import { type Dialect, dialects, protobufMediaTypes } from '../../../api/meta/dialect.ts';
import { isReleasedBy, releaseBefore } from '../../../api/meta/release.ts';
import { DurationError, durationMs } from '../../../util/duration.ts';
import { InvalidValue } from '../../../util/flags.ts';
import { goQuote } from '../../../util/quote.ts';
import { StartError } from '../../start-error.ts';

/** Releases of the API that the server can be like. */
export const releases = Array.from({ length: 18 }, (_, index) => `1.${19 + index}`);
export const jsonType = 'application/json';

/** For flags of which the refusal of a negative value is well known. */
export function notNegative(name: string, parse: (text: string) => number): (text: string) => number {
  return (text) => {
    if (/^-\d/.test(text)) throw new StartError(`--${name} can not be negative value`);
    return parse(text);
  };
}

export const text = (given: string): string => given;

export const choice =
  (allowed: readonly string[]) =>
  (given: string): string => {
    if (allowed.includes(given)) return given;
    throw new InvalidValue(`Allowed choices are ${allowed.join(', ')}.`);
  };

export function port(text: string): number {
  const value = count(text);
  if (value > 65_535) throw new InvalidValue('must be between 0 and 65535.');
  return value;
}

export function count(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new InvalidValue('must be a whole number, not negative');
  return Number(text);
}

export function file(text: string): string {
  if (text === '') throw new InvalidValue('must be the path of a file.');
  return text;
}

export function boolean(text: string): boolean {
  if (text !== 'true' && text !== 'false') {
    throw new InvalidValue(`strconv.ParseBool: parsing ${goQuote(text)}: invalid syntax`);
  }
  return text === 'true';
}

export function list(text: string): string[] {
  const items = text.split(',').map((item) => item.trim());
  if (items.includes('')) throw new InvalidValue('must be a comma-separated list.');
  return items;
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
  throw new InvalidValue(`must be one of ${[jsonType, ...protobufMediaTypes].join(', ')}.`);
}

/** `1.35`, also with the component that it is about: `kube=1.35`. Of two the same has to be said. */
export function release(text: string, before?: string): string {
  const version = versionOf(text);
  if (!releases.includes(version)) {
    throw new StartError(
      `emulation version ${version} is not between [${releases[0]}, ${releases.at(-1)}.0]`,
    );
  }
  return once(version, before);
}

/** Throws StartError for a server that is to serve what came after the newest release that there is. */
export function checkForward(option: string, isSet: boolean, emulated: string): void {
  if (!isSet || emulated !== releases.at(-1)) return;
  throw new StartError(
    `ServerRunOptions.${option} cannot be set to true if the emulation version is the same as the binary version`,
  );
}

/** A release in the same form; whether it is old enough depends on the emulated one. */
export const compatibleRelease = (text: string, before?: string): string => once(versionOf(text), before);

/** Throws StartError for one that the emulated release cannot be stored for. */
export function checkCompatible(version: string, emulated: string): void {
  const oldest = releaseBefore(releases[0]!);
  if (isReleasedBy(oldest, version) && isReleasedBy(version, emulated)) return;
  throw new StartError(`minCompatibilityVersion version ${version} is not between [${oldest}, ${emulated}]`);
}

function versionOf(text: string): string {
  const version = text.replace(/^kube=/, '');
  if (/^\d+\.\d+$/.test(version)) return version;
  const isPatch = /^\d+\.\d+\.\d+$/.test(version);
  throw new InvalidValue(`${isPatch ? 'patch version not allowed, got' : 'illegal version string'}: ${text}`);
}

function once(version: string, before: string | undefined): string {
  if (before === undefined || before === version) return version;
  throw new InvalidValue(`duplicate version flag, kube=${before} and kube=${version}`);
}

export function address(text: string): string {
  if (isIP(text) !== 0) return text;
  throw new InvalidValue('must be an IP address.');
}

export function dialect(text: string): Dialect {
  const found = dialects.find(({ name }) => name === text);
  if (found === undefined) {
    throw new InvalidValue(`must be one of ${dialects.map(({ name }) => name).join(', ')}.`);
  }
  return found;
}

/** `a/v1=false,api/all` */
export function assignments(
  text: string,
  before: ReadonlyMap<string, string> = new Map(),
): Map<string, string> {
  const result = new Map(before);
  for (const item of list(text)) {
    const [key = '', value = 'true'] = item.split('=');
    if (key === '' || !['true', 'false'].includes(value)) {
      throw new InvalidValue(
        `${item}: must be <group>/<version>[/<resource>] or api/<level>, =true or =false.`,
      );
    }
    result.set(key, value);
  }
  return result;
}
