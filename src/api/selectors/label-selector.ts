import { goQuote } from '../../util/quote.ts';
import type { LabelSelectorExpression, LabelSelectorObject } from '../validation/label-validation.ts';
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
  validateLabelName,
  validateLabelSelectorObject,
  validateLabels,
} from '../validation/label-validation.ts';
export type { LabelOperator, LabelSelectorExpression, LabelSelectorObject, Labels };
export { LabelRequirement, SelectorError };

/** Requirements that are looked at one after the other: more are folded. */
const maxUnfolded = 8;

/** An index is made for each pair that is asked for: one for thousands of pairs would cost more than it saves. */
const maxExactPairs = 4;

/** Which labels an object must have: all of the requirements, or none at all that would do. Immutable. */
export class LabelSelector {
  /** By key. */
  readonly requirements: readonly LabelRequirement[];
  readonly #nothing: boolean;
  #folded: FoldedRequirements | undefined;
  #text: string | undefined;

  private constructor(requirements: readonly LabelRequirement[], nothing: boolean) {
    this.requirements = requirements;
    this.#nothing = nothing;
  }

  static readonly everything = new LabelSelector([], false);
  static readonly nothing = new LabelSelector([], true);

  static of(requirements: readonly LabelRequirement[]): LabelSelector {
    if (requirements.length === 0) return LabelSelector.everything;
    return new LabelSelector(requirements.toSorted(byKey), false);
  }

  /** The selector of exactly these pairs, which are not checked. */
  static ofPairs(labels: Labels): LabelSelector {
    return LabelSelector.of(
      Object.entries(labels).map(([key, value]) => new LabelRequirement(key, '=', [value])),
    );
  }

  matches(labels: Labels | undefined): boolean {
    if (this.#nothing) return false;
    if (this.requirements.length <= maxUnfolded)
      return this.requirements.every((requirement) => requirement.matches(labels ?? {}));
    this.#folded ??= new FoldedRequirements(this.requirements);
    return this.#folded.matches(labels ?? {});
  }

  /** Matches everything. */
  isEmpty(): boolean {
    return !this.#nothing && this.requirements.length === 0;
  }

  /** Matches nothing, whatever the labels. */
  isNothing(): boolean {
    return this.#nothing;
  }

  /** Pairs that whatever matches must have, for picking an index: some of them where there are many. */
  exactPairs(): [key: string, value: string][] {
    const pairs: [key: string, value: string][] = [];
    for (const { operator, key, values } of this.requirements) {
      const isExact = values.length === 1 && (operator === '=' || operator === '==' || operator === 'in');
      if (isExact) pairs.push([key, values[0]!]);
      if (pairs.length === maxExactPairs) break;
    }
    return pairs;
  }

  /** `a=b,c in (d,e)`; reading it gives the same selector. Empty for everything and for nothing. */
  toString(): string {
    this.#text ??= this.requirements.join(',');
    return this.#text;
  }
}

function byKey(one: LabelRequirement, other: LabelRequirement): number {
  return one.key < other.key ? -1 : one.key > other.key ? 1 : 0;
}

/** Reads the text of a query or of a scale's status; throws SelectorError. */
export function parseLabelSelector(text: string): LabelSelector {
  return LabelSelector.of(parseLabelRequirements(text));
}

const objectOperators: ReadonlyMap<string, LabelOperator> = new Map<string, LabelOperator>([
  ['In', 'in'],
  ['NotIn', 'notin'],
  ['Exists', 'exists'],
  ['DoesNotExist', '!'],
]);

/** No selector matches nothing, an empty one everything. Throws SelectorError where it breaks the rules. */
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

/** For the columns of tables: `<none>` where it is empty, `<error>` where it breaks the rules. */
export function labelSelectorText(selector: LabelSelectorObject | null | undefined): string {
  try {
    return labelSelectorFromObject(selector).toString() || '<none>';
  } catch (error) {
    if (error instanceof SelectorError) return '<error>';
    throw error;
  }
}
