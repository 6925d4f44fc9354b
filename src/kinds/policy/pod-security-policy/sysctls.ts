import { type FieldError, type FieldPath, forbidden, invalid } from '../../../api/validation/field-errors.ts';
import { validateEach } from '../../../api/validation/validate-each.ts';

const maxPatternLength = 253;
const segment = '[a-z0-9]([-_a-z0-9]*[a-z0-9])?';
const patternText = `must have at most ${maxPatternLength} characters and match regex (${segment}[\\./])*([a-z0-9][-_a-z0-9]*)?[a-z0-9*]`;
/** A character that has no place in a name, a segment that begins or ends badly, a star before the end. */
const fault = /[^-_./a-z0-9*]|\*.|^[-_./]|[-_./]$|[./][-_./]|[-_][./*]/s;

/** Names of kernel settings; a star at the end stands for the rest. */
export function validateSysctls(sysctls: readonly string[] = [], path: FieldPath): FieldError[] {
  const errors = validateEach(sysctls, (text, index) => {
    if (text === '') return [invalid(path.index(index), text, 'empty sysctl not allowed')];
    return isPattern(text) ? [] : [invalid(path.index(index), text, patternText)];
  });
  const coversAll = sysctls.some((text) => text.startsWith('*') && isPattern(text));
  if (!coversAll || sysctls.length < 2) return errors;
  return [...errors, forbidden(path.child('items'), "if '*' is present, must not specify other sysctls")];
}

/** A dash or an underscore may stand before a star: the star stands for what comes next. */
const isPattern = (text: string): boolean =>
  text.length <= maxPatternLength && !fault.test(text.replace(/(?<=[a-z0-9])[-_]+\*$/, '*'));

/** What is allowed must not be forbidden: the narrower of two that overlap is at fault. */
export function validateNoOverlap(
  allowed: readonly string[] = [],
  forbiddenOnes: readonly string[] = [],
  [allowedPath, forbiddenPath]: readonly [FieldPath, FieldPath],
): FieldError[] {
  if (allowed.length === 0 || forbiddenOnes.length === 0) return [];
  const index = new PatternIndex(forbiddenOnes);
  return validateEach(allowed, (one, position) => {
    const [covering, covered] = [index.covering(one), index.coveredBy(one)];
    if (covering.length === 0 && covered.length === 0) return [];
    const wider = new Set(covering);
    return [...wider, ...covered.filter((at) => !wider.has(at))]
      .sort((a, b) => a - b)
      .map((at) => {
        const other = forbiddenOnes[at]!;
        return wider.has(at)
          ? overlap(allowedPath.index(position), one, other)
          : overlap(forbiddenPath.index(at), other, one);
      });
  });
}

const overlap = (path: FieldPath, text: string, other: string): FieldError =>
  invalid(path, text, `sysctl overlaps with ${other}`);

const isOpen = (text: string): boolean => text.endsWith('*');
const withoutStar = (text: string): string => (isOpen(text) ? text.slice(0, -1) : text);

/** As many as anybody reads. */
const maxSysctls = 1000;

/** Two long lists are compared without looking at every pair of them. */
class PatternIndex {
  readonly #texts: readonly string[];
  /** Positions by the text without its star; of patterns, and of names. */
  readonly #patterns: ReadonlyMap<string, number[]>;
  readonly #names: ReadonlyMap<string, number[]>;
  /** How long patterns are without their stars, in order: few lengths, as a rule. */
  readonly #lengths: readonly number[];
  /** Texts without their stars, in order, with their positions; once a pattern asks for them. */
  #sorted: [text: string, position: number][] | undefined;

  constructor(texts: readonly string[]) {
    this.#texts = texts;
    const places = [...texts.keys()];
    const byText = (at: number): string => withoutStar(texts[at]!);
    this.#patterns = Map.groupBy(
      places.filter((at) => isOpen(texts[at]!)),
      byText,
    );
    this.#names = Map.groupBy(
      places.filter((at) => !isOpen(texts[at]!)),
      byText,
    );
    const lengths = new Set([...this.#patterns.keys()].map((text) => text.length));
    this.#lengths = [...lengths].filter((length) => length <= maxSysctls).sort((a, b) => a - b);
  }

  /** Positions of what stands for everything that `text` stands for. */
  covering(text: string): number[] {
    const bare = withoutStar(text);
    const found = isOpen(text) ? [] : (this.#names.get(text) ?? []).slice(0, maxSysctls);
    for (const length of this.#lengths) {
      if (length > bare.length || found.length >= maxSysctls) break;
      const covering = this.#patterns.get(bare.slice(0, length));
      if (covering !== undefined) found.push(...covering.slice(0, maxSysctls));
    }
    return found;
  }

  /** Positions of what `pattern` stands for. */
  coveredBy(pattern: string): number[] {
    if (!isOpen(pattern)) return [];
    const prefix = withoutStar(pattern);
    const sorted = this.#inOrder();
    const found: number[] = [];
    for (let at = firstNotBefore(prefix, sorted); found.length < maxSysctls; at++) {
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

function firstNotBefore(text: string, sorted: readonly [text: string, position: number][]): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]![0] < text) low = middle + 1;
    else high = middle;
  }
  return low;
}
