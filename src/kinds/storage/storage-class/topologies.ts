import type {
  CoreV1TopologySelectorLabelRequirement,
  CoreV1TopologySelectorTerm,
} from '../../../api/schema/types.gen.ts';
import { validateLabelName } from '../../../api/selectors/label-selector.ts';
import {
  duplicate,
  type FieldError,
  type FieldPath,
  required,
} from '../../../api/validation/field-errors.ts';
import { repetitions } from '../../../api/validation/repetitions.ts';
import { validateEach } from '../../../api/validation/validate-each.ts';

/** Two terms that say the same are one too many: a term is told as often as there was one like it before. */
export function validateTopologies(
  terms: readonly CoreV1TopologySelectorTerm[],
  path: FieldPath,
): FieldError[] {
  // A term that says nothing is the same as no term at all, of which there are as many as terms.
  const seen = new Map([[nothing, terms.length]]);
  return validateEach(terms, (term, index) => {
    const termPath = path.index(index).child('matchLabelExpressions');
    const errors = validateTerm(term, termPath);
    const meaning = meaningOf(term);
    const before = seen.get(meaning) ?? 0;
    seen.set(meaning, before + 1);
    if (before === 0) return errors;
    const again = duplicate(termPath, '');
    return [...errors, ...Array.from({ length: Math.min(before, maxRepeats) }, () => again)];
  });
}

const nothing = '[]';
/** Of the same fault nobody reads more. */
const maxRepeats = 100;

const distinct = (values: readonly string[]): readonly string[] =>
  values.length < 2 ? values : [...new Set(values)].sort();

/** Neither the order of keys nor that of values counts. */
function meaningOf({ matchLabelExpressions = [] }: CoreV1TopologySelectorTerm): string {
  const pairs = matchLabelExpressions.map(({ key, values }) => [key, distinct(values ?? [])] as const);
  return JSON.stringify(pairs.length < 2 ? pairs : [...new Map(pairs)].sort(([a], [b]) => (a < b ? -1 : 1)));
}

function validateTerm(
  { matchLabelExpressions = [] }: CoreV1TopologySelectorTerm,
  path: FieldPath,
): FieldError[] {
  const isKnown = repetitions(matchLabelExpressions.map(({ key }) => key));
  return validateEach(matchLabelExpressions, (requirement, index) => {
    const isRepeated = isKnown(index);
    return [
      ...validateRequirement(requirement, path.index(index)),
      ...(isRepeated ? [duplicate(path.index(index).child('key'), requirement.key)] : []),
    ];
  });
}

function validateRequirement(
  { key, values }: CoreV1TopologySelectorLabelRequirement,
  path: FieldPath,
): FieldError[] {
  const valuesPath = path.child('values');
  const list = values ?? [];
  const isRepeated = repetitions(list);
  return [
    ...(list.length === 0 ? [required(valuesPath)] : []),
    ...validateEach(list, (value, index) =>
      isRepeated(index) ? [duplicate(valuesPath.index(index), value)] : [],
    ),
    ...validateLabelName(key, path.child('key')),
  ];
}
