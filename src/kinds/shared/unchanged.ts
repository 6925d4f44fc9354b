import { goLabelSelector } from '../../api/go-format/go-syntax.ts';
import { equalValues } from '../../api/json/json-values.ts';
import type { MetaV1LabelSelector } from '../../api/schema/types.gen.ts';
import { type FieldError, type FieldPath, invalid } from '../../api/validation/field-errors.ts';

export function unchanged(value: unknown, old: unknown, path: FieldPath): FieldError[] {
  return equalValues(value, old) ? [] : [invalid(path, value, 'field is immutable')];
}

type Selector = MetaV1LabelSelector | null | undefined;

export function unchangedSelector(selector: Selector, old: Selector, path: FieldPath): FieldError[] {
  if (equalValues(selector, old)) return [];
  return [invalid(path, selector && goLabelSelector(selector), 'field is immutable')];
}
