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
const most = 1000;

/**
 * Two long lists are compared without looking at every pair of them: in the order of the texts (without their stars)
 * what begins another one stands before it, and what begins one begins all that stand between the two.
 *
 *     a.  a.b  a.c.  b     what begins a.c.d is the text before it, a.c., and what begins that, a.
 */
class PatternIndex {
  readonly #texts: readonly string[];
  /** Without their stars, each once. */
  readonly #sorted: readonly string[];
  /**
   * By place in the order: the place of the longest other text that begins this one, -1 when there is none. Texts
   * that are too long for a setting are stepped over, so that nobody goes through more than `longest` of them.
   */
  readonly #beginnings: number[] = [];
  /** By text: most lists do not overlap, and nobody asks. */
  #positions: ReadonlyMap<string, number[]> | undefined;

  constructor(texts: readonly string[]) {
    this.#texts = texts;
    const sorted = texts.map(withoutStar).sort();
    this.#sorted = sorted.filter((text, place) => text !== sorted[place - 1]);
    this.#sorted.forEach((text, place) => {
      const beginning = this.#beginningOf(text, place - 1);
      const isTooLong = beginning !== -1 && this.#sorted[beginning]!.length > longest;
      this.#beginnings.push(isTooLong ? this.#beginnings[beginning]! : beginning);
    });
  }

  /** Positions of what stands for everything that `text` stands for. */
  covering(text: string): number[] {
    const bare = withoutStar(text);
    const at = this.#firstNotBefore(bare);
    const found: number[] = [];
    let place = this.#beginningOf(bare, this.#sorted[at] === bare ? at : at - 1);
    if (place === -1) return found;
    const beginnings: string[] = [];
    for (; place !== -1; place = this.#beginnings[place]!) beginnings.unshift(this.#sorted[place]!);
    if (!isOpen(text)) found.push(...this.#positionsOf(text));
    for (const beginning of beginnings) {
      if (found.length >= most || beginning.length > longest) break;
      found.push(...this.#positionsOf(`${beginning}*`));
    }
    return found;
  }

  /** Positions of what `pattern` stands for. */
  coveredBy(pattern: string): number[] {
    if (!isOpen(pattern)) return [];
    const prefix = withoutStar(pattern);
    const found: number[] = [];
    for (let at = this.#firstNotBefore(prefix); found.length < most; at++) {
      const text = this.#sorted[at];
      if (!text?.startsWith(prefix)) break;
      const names = isOpen(text) ? [] : this.#positionsOf(text);
      const all = [...names, ...this.#positionsOf(`${text}*`)].sort((a, b) => a - b);
      found.push(...all.slice(0, most - found.length));
    }
    return found;
  }

  /** The place of the longest text that begins this one, from the place of the text itself or the one before it. */
  #beginningOf(text: string, from: number): number {
    let place = from;
    while (place !== -1 && !text.startsWith(this.#sorted[place]!)) place = this.#beginnings[place]!;
    return place;
  }

  /** Of what stands in the list just so, with its star or without one. */
  #positionsOf(text: string): number[] {
    this.#positions ??= Map.groupBy(this.#texts.keys(), (at) => this.#texts[at]!);
    return this.#positions.get(text)?.slice(0, most) ?? [];
  }

  #firstNotBefore(text: string): number {
    let [low, high] = [0, this.#sorted.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#sorted[middle]! < text) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
