import { type FieldError, type FieldPath, forbidden, invalid, required } from './field-errors.ts';
import { labelValue, qualifiedName } from './names.ts';
import { validateEach } from './validate-each.ts';

/** A label selector in an object: all labels and expressions must match. */
export interface LabelSelectorObject {
  matchLabels?: Record<string, string>;
  matchExpressions?: LabelSelectorExpression[];
}

export interface LabelSelectorExpression {
  key: string;
  /** `In`, `NotIn`, `Exists` or `DoesNotExist` in a valid one. */
  operator: string;
  values?: string[];
}

export function validateLabelName(name: string, path: FieldPath): FieldError[] {
  return qualifiedName(name).map((message) => invalid(path, name, message));
}

export function validateLabels(
  labels: Readonly<Record<string, string>> | undefined,
  path: FieldPath,
): FieldError[] {
  if (labels === undefined) return [];
  return validateEach(Object.keys(labels), (key) => [
    ...validateLabelName(key, path),
    ...labelValue(labels[key]!).map((message) => invalid(path, labels[key], message)),
  ]);
}

export interface LabelSelectorOptions {
  /** Whether the values of expressions have to be those of labels; they are not looked at by default. */
  checksValues?: boolean;
}

export function validateLabelSelectorObject(
  selector: LabelSelectorObject | undefined,
  path: FieldPath,
  options: LabelSelectorOptions = {},
): FieldError[] {
  const { matchLabels, matchExpressions } = selector ?? {};
  if (!(matchLabels ?? matchExpressions)) return [];
  return [
    ...validateLabels(matchLabels, path.child('matchLabels')),
    ...validateEach(matchExpressions ?? [], (expression, index) =>
      validateExpression(expression, path.child('matchExpressions').index(index), options),
    ),
  ];
}

function validateExpression(
  { key, operator, values }: LabelSelectorExpression,
  path: FieldPath,
  { checksValues = false }: LabelSelectorOptions,
): FieldError[] {
  return [
    ...validateOperator(operator ?? '', values ?? [], path),
    ...validateLabelName(key ?? '', path.child('key')),
    ...(checksValues ? validateValues(values ?? [], path.child('values')) : []),
  ];
}

/** Whether each value is one that a label can have. */
const validateValues = (values: readonly string[], path: FieldPath): FieldError[] =>
  validateEach(values, (value, index) =>
    labelValue(value).map((message) => invalid(path.index(index), value, message)),
  );

/** Whether the values of all expressions are those of labels. */
export const hasLabelValues = (selector: LabelSelectorObject | undefined): boolean =>
  (selector?.matchExpressions ?? []).every(({ values }) =>
    (values ?? []).every((value) => labelValue(value).length === 0),
  );

function validateOperator(operator: string, values: string[], path: FieldPath): FieldError[] {
  switch (operator) {
    case 'In':
    case 'NotIn':
      return values.length > 0
        ? []
        : [required(path.child('values'), "must be specified when `operator` is 'In' or 'NotIn'")];
    case 'Exists':
    case 'DoesNotExist':
      return values.length === 0
        ? []
        : [
            forbidden(
              path.child('values'),
              "may not be specified when `operator` is 'Exists' or 'DoesNotExist'",
            ),
          ];
    default:
      return [invalid(path.child('operator'), operator, 'not a valid selector operator')];
  }
}
