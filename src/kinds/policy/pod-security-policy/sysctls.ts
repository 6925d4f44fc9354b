import { type FieldError, type FieldPath, forbidden, invalid } from '../../../api/validation/field-errors.ts';
import { validateEach } from '../../../api/validation/validate-each.ts';
import { firstIndex } from '../../../util/first-index.ts';

const maxPatternLength = 253;
const segment = '[a-z0-9]([-_a-z0-9]*[a-z0-9])?';
const patternText = `must have at most ${maxPatternLength} characters and match regex (${segment}[\\./])*([a-z0-9][-_a-z0-9]*)?[a-z0-9*]`;
/** Matches an invalid character, an invalid begin or end of a segment, or a star before the end. */
const invalidSysctl = /[^-_./a-z0-9*]|\*.|^[-_./]|[-_./]$|[./][-_./]|[-_][./*]/s;

/** Names of sysctls; a trailing star matches any suffix. */
export function validateSysctls(sysctls: readonly string[] = [], path: FieldPath): FieldError[] {
  const errors = validateEach(sysctls, (text, index) => {
    if (text === '') return [invalid(path.index(index), text, 'empty sysctl not allowed')];
    return isPattern(text) ? [] : [invalid(path.index(index), text, patternText)];
  });
  const hasWildcard = sysctls.some((text) => text.startsWith('*') && isPattern(text));
  if (!hasWildcard || sysctls.length < 2) return errors;
  return [...errors, forbidden(path.child('items'), "if '*' is present, must not specify other sysctls")];
}

/** A dash or an underscore may precede the star, as the star stands for more characters. */
const isPattern = (text: string): boolean =>
  text.length <= maxPatternLength && !invalidSysctl.test(text.replace(/(?<=[a-z0-9])[-_]+\*$/, '*'));

/** Allowed and forbidden sysctls must not overlap. The error is reported at the narrower of two patterns. */
export function validateNoOverlap(
  allowed: readonly string[] = [],
  denied: readonly string[] = [],
  [allowedPath, forbiddenPath]: readonly [FieldPath, FieldPath],
): FieldError[] {
  if (allowed.length === 0 || denied.length === 0) return [];
  const index = new PatternIndex(denied);
  return validateEach(allowed, (one, position) => {
    const [covering, covered] = [index.covering(one), index.coveredBy(one)];
    if (covering.length === 0 && covered.length === 0) return [];
    const wider = new Set(covering);
    return [...wider, ...covered.filter((at) => !wider.has(at))]
      .sort((a, b) => a - b)
      .map((at) => {
        const other = denied[at]!;
        return wider.has(at)
          ? overlap(allowedPath.index(position), one, other)
          : overlap(forbiddenPath.index(at), other, one);
      });
  });
}

const overlap = (path: FieldPath, text: string, other: string): FieldError =>
  invalid(path, text, `sysctl overlaps with ${other}`);

const isPrefixPattern = (text: string): boolean => text.endsWith('*');
const withoutStar = (text: string): string => (isPrefixPattern(text) ? text.slice(0, -1) : text);

/** Bounds the overlaps reported for one entry and the length of the patterns compared. */
const maxSysctls = 1000;

/** Finds overlapping patterns without comparing every pair of two long lists. */
class PatternIndex {
  readonly #texts: readonly string[];
  /** Positions of the patterns, by the text without the star. */
  readonly #patterns: ReadonlyMap<string, number[]>;
  /** Positions of the plain names. */
  readonly #names: ReadonlyMap<string, number[]>;
  /** The distinct lengths of the patterns without the star, ascending; usually few. */
  readonly #lengths: readonly number[];
  /** Texts without the star and their positions, in order. Made on first use. */
  #sorted: [text: string, position: number][] | undefined;

  constructor(texts: readonly string[]) {
    this.#texts = texts;
    const positions = [...texts.keys()];
    const byText = (at: number): string => withoutStar(texts[at]!);
    this.#patterns = Map.groupBy(
      positions.filter((at) => isPrefixPattern(texts[at]!)),
      byText,
    );
    this.#names = Map.groupBy(
      positions.filter((at) => !isPrefixPattern(texts[at]!)),
      byText,
    );
    const lengths = new Set([...this.#patterns.keys()].map((text) => text.length));
    this.#lengths = [...lengths].filter((length) => length <= maxSysctls).sort((a, b) => a - b);
  }

  /** Positions of the entries that match everything that `text` matches. */
  covering(text: string): number[] {
    const prefix = withoutStar(text);
    const found = isPrefixPattern(text) ? [] : (this.#names.get(text) ?? []).slice(0, maxSysctls);
    for (const length of this.#lengths) {
      if (length > prefix.length || found.length >= maxSysctls) break;
      const covering = this.#patterns.get(prefix.slice(0, length));
      if (covering !== undefined) found.push(...covering.slice(0, maxSysctls));
    }
    return found;
  }

  /** Positions of the entries that `pattern` matches. */
  coveredBy(pattern: string): number[] {
    if (!isPrefixPattern(pattern)) return [];
    const prefix = withoutStar(pattern);
    const sorted = this.#inOrder();
    const found: number[] = [];
    for (
      let at = firstIndex(sorted.length, (index) => sorted[index]![0] >= prefix);
      found.length < maxSysctls;
      at++
    ) {
      const entry = sorted[at];
      if (entry === undefined || !entry[0].startsWith(prefix)) break;
      found.push(entry[1]);
    }
    return found;
  }

  #inOrder(): [text: string, position: number][] {
    this.#sorted ??= this.#texts
      .map((text, position): [string, number] => [withoutStar(text), position])
      .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
    return this.#sorted;
  }
}
