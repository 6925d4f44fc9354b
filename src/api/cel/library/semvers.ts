import { expressionTypes } from '../../meta/dialect.ts';
import type { FunctionDeclaration, Implementation } from '../types/overloads.ts';
import { boolType, intType, opaqueType, stringType } from '../types/types.ts';
import { CelError, OpaqueValue } from '../values/value.ts';
import { declare, method, plain, traversal } from './declare.ts';
import { quoted } from './go-texts.ts';

const semverType = opaqueType(`${expressionTypes}.Semver`);

type Identifier = string | bigint;

/** A version of three numbers; what stands behind `+` does not count. */
class SemverValue extends OpaqueValue {
  readonly typeName = `${expressionTypes}.Semver`;
  readonly numbers: readonly [bigint, bigint, bigint];
  readonly prerelease: readonly Identifier[];

  constructor(numbers: readonly [bigint, bigint, bigint], prerelease: readonly Identifier[]) {
    super();
    this.numbers = numbers;
    this.prerelease = prerelease;
  }

  equals(other: OpaqueValue): boolean {
    return this.compare(other as SemverValue) === 0;
  }

  compare(other: SemverValue): number {
    for (const [at, number] of this.numbers.entries()) {
      const theirs = other.numbers[at]!;
      if (number !== theirs) return number < theirs ? -1 : 1;
    }
    return comparePrereleases(this.prerelease, other.prerelease);
  }
}

/** Without one a version comes after those with one. */
function comparePrereleases(a: readonly Identifier[], b: readonly Identifier[]): number {
  if (a.length === 0 || b.length === 0) return Math.sign(b.length - a.length);
  for (const [at, mine] of a.entries()) {
    const theirs = b[at];
    if (theirs === undefined) return 1;
    if (mine === theirs) continue;
    if (typeof mine !== typeof theirs) return typeof mine === 'bigint' ? -1 : 1;
    return mine < theirs ? -1 : 1;
  }
  return a.length === b.length ? 0 : -1;
}

const isNumeric = (text: string): boolean => /^\d*$/.test(text);
const isWord = (text: string): boolean => /^[0-9A-Za-z-]*$/.test(text);
const hasLeadingZero = (text: string): boolean => text.length > 1 && text.startsWith('0');

/** Throws CelError. */
function number(text: string): bigint {
  if (text === '') throw new CelError('strconv.ParseUint: parsing "": invalid syntax');
  const value = BigInt(text.slice(0, maxDigits));
  if (value >= 2n ** 64n)
    throw new CelError(`strconv.ParseUint: parsing ${quoted(text)}: value out of range`);
  return value;
}

const maxDigits = 400;

function part(name: string, text: string): bigint {
  if (!isNumeric(text))
    throw new CelError(`Invalid character(s) found in ${name.toLowerCase()} number ${quoted(text)}`);
  if (hasLeadingZero(text))
    throw new CelError(`${name} number must not contain leading zeroes ${quoted(text)}`);
  return number(text);
}

function identifier(text: string): Identifier {
  if (text === '') throw new CelError('Prerelease is empty');
  if (isNumeric(text)) {
    if (!hasLeadingZero(text)) return number(text);
    throw new CelError(`Numeric PreRelease version must not contain leading zeroes ${quoted(text)}`);
  }
  if (!isWord(text)) throw new CelError(`Invalid character(s) found in prerelease ${quoted(text)}`);
  return text;
}

/** All that stands before and behind a mark. */
function cut(text: string, mark: string): [string, string | undefined] {
  const at = text.indexOf(mark);
  return at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)];
}

/** The first two parts, and all the rest. */
function threeParts(text: string): string[] {
  const [major, rest] = cut(text, '.');
  if (rest === undefined) return [major];
  const [minor, patch] = cut(rest, '.');
  return patch === undefined ? [major, minor] : [major, minor, patch];
}

/** Throws CelError. */
function semverOf(text: string): SemverValue {
  if (text === '') throw new CelError('Version string empty');
  const parts = threeParts(text);
  if (parts.length !== 3) throw new CelError('No Major.Minor.Patch elements found');
  const [majorText, minorText, rest] = parts as [string, string, string];
  const major = part('Major', majorText);
  const minor = part('Minor', minorText);
  const [withoutBuild, build] = cut(rest, '+');
  const [patchText, prerelease] = cut(withoutBuild, '-');
  const patch = part('Patch', patchText);
  const identifiers = prerelease?.split('.').map(identifier) ?? [];
  for (const word of build?.split('.') ?? []) {
    if (word === '') throw new CelError('Build meta data is empty');
    if (!isWord(word)) throw new CelError(`Invalid character(s) found in build meta data ${quoted(word)}`);
  }
  return new SemverValue([major, minor, patch], identifiers);
}

/** `v1.02` → `1.2.0`. Throws CelError. */
function normalized(text: string): string {
  const parts = threeParts(text.replace(/^v/, '')).map((each) => {
    if (each.length <= 1) return each;
    const trimmed = each.replace(/^0+/, '');
    return /^\d/.test(trimmed) ? trimmed : `0${trimmed}`;
  });
  if (parts.length < 3 && /[+-]/.test(parts.at(-1)!)) {
    throw new CelError('short version cannot contain PreRelease/Build meta data');
  }
  while (parts.length < 3) parts.push('0');
  return parts.join('.');
}

const read: Implementation = ([text, isLoose = false]) =>
  semverOf(isLoose ? normalized(text as string) : (text as string));

const isSemver: Implementation = (args, budget) => {
  try {
    read(args, budget);
    return true;
  } catch (error) {
    if (error instanceof CelError) return false;
    throw error;
  }
};

const at =
  (index: 0 | 1 | 2): Implementation =>
  ([version]) =>
    BigInt.asIntN(64, (version as SemverValue).numbers[index]);

const compare = ([a, b]: readonly unknown[]): number => (a as SemverValue).compare(b as SemverValue);

const both = [semverType, semverType];
const cost = traversal();

export const semvers: readonly FunctionDeclaration[] = [
  declare(
    'semver',
    plain([stringType], semverType, read, cost),
    plain([stringType, boolType], semverType, read, cost),
  ),
  declare(
    'isSemver',
    plain([stringType], boolType, isSemver, cost),
    plain([stringType, boolType], boolType, isSemver, cost),
  ),
  declare(
    'isGreaterThan',
    method(both, boolType, (args) => compare(args) > 0),
  ),
  declare(
    'isLessThan',
    method(both, boolType, (args) => compare(args) < 0),
  ),
  declare(
    'compareTo',
    method(both, intType, (args) => BigInt(compare(args))),
  ),
  declare('major', method([semverType], intType, at(0))),
  declare('minor', method([semverType], intType, at(1))),
  declare('patch', method([semverType], intType, at(2))),
];
