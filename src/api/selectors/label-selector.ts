import { goQuote } from '../../util/quote.ts';
import type {
  LabelSelectorExpression,
  LabelSelectorObject,
  LabelSelectorOptions,
} from '../validation/label-validation.ts';
import { FoldedRequirements } from './folded-requirements.ts';
import {
  checkedRequirement,
  type LabelOperator,
  LabelRequirement,
  type Labels,
} from './label-requirement.ts';
import { parseLabelRequirements } from './label-selector-parser.ts';
import { SelectorError } from './selector-error.ts';

export {
  hasLabelValues,
  validateLabelName,
  validateLabelSelectorObject,
  validateLabels,
} from '../validation/label-validation.ts';
export type { LabelOperator, LabelSelectorExpression, LabelSelectorObject, LabelSelectorOptions, Labels };
export { LabelRequirement, SelectorError };

/** Up to so many requirements are checked one after the other; more are folded. */
const maxUnfolded = 8;

/** The cache makes an index for each pair: thousands of them would cost more than they save. */
const maxExactPairs = 4;

/** All requirements must hold; `nothing` matches no object. Immutable. */
export class LabelSelector {
  readonly #unsorted: readonly LabelRequirement[];
  readonly #nothing: boolean;
  #requirements: readonly LabelRequirement[] | undefined;
  #folded: FoldedRequirements | undefined;
  #text: string | undefined;

  private constructor(requirements: readonly LabelRequirement[], nothing: boolean) {
    this.#unsorted = requirements;
    this.#nothing = nothing;
  }

  static readonly everything = new LabelSelector([], false);
  static readonly nothing = new LabelSelector([], true);

  static of(requirements: readonly LabelRequirement[]): LabelSelector {
    if (requirements.length === 0) return LabelSelector.everything;
    return new LabelSelector(requirements, false);
  }

  /** Sorted by key. */
  get requirements(): readonly LabelRequirement[] {
    this.#requirements ??= this.#unsorted.toSorted(byKey);
    return this.#requirements;
  }

  /** Requires each of these pairs; does not check that they are valid. */
  static ofPairs(labels: Labels): LabelSelector {
    return LabelSelector.of(
      Object.entries(labels).map(([key, value]) => new LabelRequirement(key, '=', [value])),
    );
  }

  matches(labels: Labels | undefined): boolean {
    if (this.#nothing) return false;
    if (this.#unsorted.length <= maxUnfolded) return this.matchesOnce(labels);
    this.#folded ??= new FoldedRequirements(this.requirements);
    return this.#folded.matches(labels ?? {});
  }

  /** The same for one object alone: to fold thousands of requirements takes longer than to look at each. */
  matchesOnce(labels: Labels | undefined): boolean {
    return !this.#nothing && this.#unsorted.every((requirement) => requirement.matches(labels ?? {}));
  }

  /** Matches everything. */
  isEmpty(): boolean {
    return !this.#nothing && this.#unsorted.length === 0;
  }

  /** Matches nothing. */
  isNothing(): boolean {
    return this.#nothing;
  }

  /** Pairs that every matching object has, for picking an index; only some if there are many. */
  exactPairs(): [key: string, value: string][] {
    const pairs: [key: string, value: string][] = [];
    for (const { operator, key, values } of this.requirements) {
      const isExact = values.length === 1 && (operator === '=' || operator === '==' || operator === 'in');
      if (isExact) pairs.push([key, values[0]!]);
      if (pairs.length === maxExactPairs) break;
    }
    return pairs;
  }

  /** `a=b,c in (d,e)`; parsing it gives the same selector. Empty for everything and for nothing. */
  toString(): string {
    this.#text ??= this.requirements.join(',');
    return this.#text;
  }
}

function byKey(one: LabelRequirement, other: LabelRequirement): number {
  return one.key < other.key ? -1 : one.key > other.key ? 1 : 0;
}

/** Parses the text of a query or of a scale's status. Throws SelectorError. */
export function parseLabelSelector(text: string): LabelSelector {
  return LabelSelector.of(parseLabelRequirements(text));
}

const objectOperators: ReadonlyMap<string, LabelOperator> = new Map<string, LabelOperator>([
  ['In', 'in'],
  ['NotIn', 'notin'],
  ['Exists', 'exists'],
  ['DoesNotExist', '!'],
]);

/** An absent selector matches nothing, an empty one everything. Throws SelectorError if it is invalid. */
export function labelSelectorFromObject(selector: LabelSelectorObject | null | undefined): LabelSelector {
  if (selector === null || selector === undefined) return LabelSelector.nothing;
  return LabelSelector.of([
    ...Object.entries(selector.matchLabels ?? {}).map(([key, value]) =>
      checkedRequirement(key, '=', [value]),
    ),
    ...(selector.matchExpressions ?? []).map(({ key, operator, values }) => {
      const known = objectOperators.get(operator);
      if (known === undefined)
        throw new SelectorError(`${goQuote(operator)} is not a valid pod selector operator`);
      return checkedRequirement(key, known, [...(values ?? [])]);
    }),
  ]);
}

/** For columns of Tables: `<none>` for an empty selector, `<error>` for an invalid one. */
export function labelSelectorText(selector: LabelSelectorObject | null | undefined): string {
  try {
    return labelSelectorFromObject(selector).toString() || '<none>';
  } catch (error) {
    if (error instanceof SelectorError) return '<error>';
    throw error;
  }
}
