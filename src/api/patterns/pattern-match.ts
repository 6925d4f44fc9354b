import { LRUCache } from 'lru-cache';
import { RE2JS } from 're2js';
import { maxPatternWeight, patternWeight } from './pattern-weight.ts';

/** All patterns that are kept: some tens of megabytes. */
const keptWeight = 60_000;

/** Characters times instructions that take about as long as one step of other work. */
const workOfStep = 4;

/** A pattern that is matched in linear time, as Go's regexp: clients choose both the patterns and the texts. */
export class LinearPattern {
  readonly #compiled: RE2JS;
  readonly #size: number;

  /** Throws for a pattern that RE2 does not have. */
  constructor(pattern: string) {
    this.#compiled = RE2JS.compile(pattern);
    this.#size = this.#compiled.programSize();
  }

  /** Steps that looking for it in a text takes at most. */
  stepsIn(text: string): number {
    return 1 + (text.length * this.#size) / workOfStep;
  }

  occursIn(text: string): boolean {
    return this.#compiled.matcher(text).find();
  }

  /** The first occurrences, `limit` of them at most. An empty one right behind another does not count. */
  findAll(text: string, limit: number): string[] {
    const matcher = this.#compiled.matcher(text);
    const found: string[] = [];
    let end = -1;
    while (found.length < limit && matcher.find()) {
      const text = matcher.group() ?? '';
      if (text !== '' || matcher.start() !== end) found.push(text);
      end = matcher.end();
    }
    return found;
  }
}

type Known = LinearPattern | Error;

const compiled = new LRUCache<string, Known>({
  maxSize: keptWeight,
  sizeCalculation: (_, key) => weightOf(key),
});

const weightOf = (pattern: string): number => Math.max(patternWeight(pattern), 50);

/**
 * A pattern by its text, compiled if it is not known; an Error says why it cannot be. `spend` is called before it is
 * compiled, with steps that this takes, and may throw.
 */
export function linearPattern(pattern: string, spend: (steps: number) => void): Known {
  const known = compiled.get(pattern);
  if (known !== undefined) return known;
  const weight = weightOf(pattern);
  spend(weight * stepsToCompile);
  const made = weight > maxPatternWeight ? new Error('expression too large') : compile(pattern);
  compiled.set(pattern, made);
  return made;
}

/** For each instruction. */
const stepsToCompile = 30;

function compile(pattern: string): Known {
  try {
    return new LinearPattern(pattern);
  } catch (error) {
    return error as Error;
  }
}

/** Whether a pattern occurs in a text. One that cannot be compiled (it was stored before it was checked) occurs nowhere. */
export function matchesPattern(
  text: string,
  pattern: string,
  spend: (steps: number) => void = () => {},
): boolean {
  const known = linearPattern(pattern, spend);
  if (known instanceof Error) return false;
  spend(known.stepsIn(text));
  return known.occursIn(text);
}
