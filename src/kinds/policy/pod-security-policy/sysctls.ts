import { type FieldError, type FieldPath, forbidden, invalid } from '../../../api/machinery/field-errors.ts';
import { eachFault } from '../../shared/each-fault.ts';

const longest = 253;
const segment = '[a-z0-9]([-_a-z0-9]*[a-z0-9])?';
const patternText = `must have at most ${longest} characters and match regex (${segment}[\\./])*([a-z0-9][-_a-z0-9]*)?[a-z0-9*]`;
/** A character that has no place in a name, a segment that begins or ends badly, a star before the end. */
const fault = /[^-_./a-z0-9*]|\*.|^[-_./]|[-_./]$|[./][-_./]|[-_][./*]/s;

/** Names of kernel settings; a star at the end stands for the rest. */
export function validateSysctls(sysctls: readonly string[] = [], path: FieldPath): FieldError[] {
  const errors = eachFault(sysctls, (text, index) => {
    if (text === '') return [invalid(path.index(index), text, 'empty sysctl not allowed')];
    return isPattern(text) ? [] : [invalid(path.index(index), text, patternText)];
  });
  const coversAll = sysctls.some((text) => text.startsWith('*') && isPattern(text));
  if (!coversAll || sysctls.length < 2) return errors;
  return [...errors, forbidden(path.child('items'), "if '*' is present, must not specify other sysctls")];
}

/** A dash or an underscore may stand before a star: the star stands for what comes next. */
const isPattern = (text: string): boolean =>
  text.length <= longest && !fault.test(text.replace(/(?<=[a-z0-9])[-_]+\*$/, '*'));

/** What is allowed must not be forbidden: the narrower of two that overlap is at fault. */
export function validateNoOverlap(
  allowed: readonly string[] = [],
  forbiddenOnes: readonly string[] = [],
  [allowedPath, forbiddenPath]: readonly [FieldPath, FieldPath],
): FieldError[] {
  if (allowed.length === 0 || forbiddenOnes.length === 0) return [];
  const index = new PatternIndex(forbiddenOnes);
  return eachFault(allowed, (one, position) => {
    const wider = new Set(index.covering(one));
    const narrower = index.coveredBy(one).filter((at) => !wider.has(at));
    return [...wider, ...narrower]
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

const withoutStar = (text: string): string => text.replace(/\*$/, '');

/** As many as anybody reads. */
const most = 1000;

/** Two long lists are compared without looking at every pair of them. */
class PatternIndex {
  /** Positions by the text without its star; of patterns, and of names. */
  readonly #patterns = new Map<string, number[]>();
  readonly #names = new Map<string, number[]>();
  /** Texts without their stars, in order, with their positions. */
  readonly #sorted: [text: string, position: number][];

  constructor(texts: readonly string[]) {
    texts.forEach((text, position) => {
      const map = text.endsWith('*') ? this.#patterns : this.#names;
      const key = withoutStar(text);
      const known = map.get(key);
      if (known === undefined) map.set(key, [position]);
      else known.push(position);
    });
    this.#sorted = texts.map((text, position): [string, number] => [withoutStar(text), position]);
    this.#sorted.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  }

  /** Positions of what stands for everything that `text` stands for. */
  covering(text: string): number[] {
    const bare = withoutStar(text);
    const found = text.endsWith('*') ? [] : (this.#names.get(text) ?? []).slice(0, most);
    for (let end = 0; end <= Math.min(bare.length, longest) && found.length < most; end++) {
      found.push(...(this.#patterns.get(bare.slice(0, end)) ?? []).slice(0, most));
    }
    return found;
  }

  /** Positions of what `pattern` stands for. */
  coveredBy(pattern: string): number[] {
    if (!pattern.endsWith('*')) return [];
    const prefix = withoutStar(pattern);
    const found: number[] = [];
    for (let at = this.#firstNotBefore(prefix); found.length < most; at++) {
      const entry = this.#sorted[at];
      if (entry === undefined || !entry[0].startsWith(prefix)) break;
      found.push(entry[1]);
    }
    return found;
  }

  #firstNotBefore(text: string): number {
    let [low, high] = [0, this.#sorted.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#sorted[middle]![0] < text) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
