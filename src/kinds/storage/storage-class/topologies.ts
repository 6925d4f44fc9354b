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

/** Equal terms are rejected. A term is reported once for every equal term before it. */
export function validateTopologies(
  terms: readonly CoreV1TopologySelectorTerm[],
  path: FieldPath,
): FieldError[] {
  // For compatibility, the comparison starts with one empty term for each term of the list.
  const seen = new Map([[emptyTerm, terms.length]]);
  return validateEach(terms, (term, index) => {
    const termPath = path.index(index).child('matchLabelExpressions');
    const errors = validateTerm(term, termPath);
    const canonical = canonicalTerm(term);
    const before = seen.get(canonical) ?? 0;
    seen.set(canonical, before + 1);
    if (before === 0) return errors;
    const error = duplicate(termPath, '');
    return [...errors, ...Array.from({ length: Math.min(before, maxRepeats) }, () => error)];
  });
}

const emptyTerm = '[]';
/** Bounds how often one error is repeated. */
const maxRepeats = 100;

const distinct = (values: readonly string[]): readonly string[] =>
  values.length < 2 ? values : [...new Set(values)].sort();

/** The order of keys and of values does not matter. */
function canonicalTerm({ matchLabelExpressions = [] }: CoreV1TopologySelectorTerm): string {
  const pairs = matchLabelExpressions.map(({ key, values }) => [key, distinct(values ?? [])] as const);
  return JSON.stringify(pairs.length < 2 ? pairs : [...new Map(pairs)].sort(([a], [b]) => (a < b ? -1 : 1)));
}

function validateTerm(
  { matchLabelExpressions = [] }: CoreV1TopologySelectorTerm,
  path: FieldPath,
): FieldError[] {
  const isRepeated = repetitions(matchLabelExpressions.map(({ key }) => key));
  return validateEach(matchLabelExpressions, (requirement, index) => {
    return [
      ...validateRequirement(requirement, path.index(index)),
      ...(isRepeated(index) ? [duplicate(path.index(index).child('key'), requirement.key)] : []),
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
