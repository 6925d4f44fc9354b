import { parseFieldSelector } from '../../api/selectors/field-selector.ts';
import { type LabelOperator, parseLabelSelector } from '../../api/selectors/label-selector.ts';
import { SelectorError } from '../../api/selectors/selector-error.ts';

/** One requirement of a selector, as authorizers see it. */
export interface SelectorRequirement {
  readonly key: string;
  /** In, NotIn, Exists, DoesNotExist. */
  readonly operator: string;
  /** Absent for those that need none. */
  readonly values?: readonly string[];
}

const labelOperators: Readonly<Partial<Record<LabelOperator, string>>> = {
  '=': 'In',
  '==': 'In',
  in: 'In',
  '!=': 'NotIn',
  notin: 'NotIn',
  exists: 'Exists',
  '!': 'DoesNotExist',
};

/** The requirements of a field selector. Throws SelectorError. */
export const parseFieldRequirements = (text: string): readonly SelectorRequirement[] =>
  parseFieldSelector(text).requirements.map(({ field, operator, value }) => ({
    key: field,
    operator: operator === '=' ? 'In' : 'NotIn',
    values: [value],
  }));

/** The same of a label selector. Comparisons of numbers have no form, and are left out: the rest selects more. */
export const parseLabelRequirements = (text: string): readonly SelectorRequirement[] =>
  parseLabelSelector(text).requirements.flatMap(({ key, operator, values }) => {
    const known = labelOperators[operator];
    if (known === undefined) return [];
    return [values.length === 0 ? { key, operator: known } : { key, operator: known, values }];
  });

/** Undefined for a selector that requires nothing, or cannot be read. */
export function readable(
  parse: (text: string) => readonly SelectorRequirement[],
  text: string,
): readonly SelectorRequirement[] | undefined {
  try {
    return someOf(parse(text));
  } catch (error) {
    if (!(error instanceof SelectorError)) throw error;
    return undefined;
  }
}

export const someOf = <T>(list: readonly T[]): readonly T[] | undefined =>
  list.length === 0 ? undefined : list;
