import { goLabelSelector } from '../../api/go-format/go-syntax.ts';
import type { MetaV1LabelSelector } from '../../api/schema/types.gen.ts';
import { type FieldError, type FieldPath, invalid } from '../../api/validation/field-errors.ts';

/** Whether two JSON values are equal. The order of keys does not matter; an undefined field counts as absent. */
export function sameValue(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) || Array.isArray(b)) {
    return (
      Array.isArray(a) &&
      Array.isArray(b) &&
      a.length === b.length &&
      a.every((item, position) => sameValue(item, b[position]))
    );
  }
  return sameFields(a as Record<string, unknown>, b as Record<string, unknown>);
}

function sameFields(a: Record<string, unknown>, b: Record<string, unknown>): boolean {
  let left = 0;
  for (const key of Object.keys(b)) if (b[key] !== undefined) left++;
  for (const key of Object.keys(a)) {
    if (a[key] === undefined) continue;
    if (!Object.hasOwn(b, key) || !sameValue(a[key], b[key])) return false;
    left--;
  }
  return left === 0;
}

export function unchanged(value: unknown, old: unknown, path: FieldPath): FieldError[] {
  return sameValue(value, old) ? [] : [invalid(path, value, 'field is immutable')];
}

type Selector = MetaV1LabelSelector | null | undefined;

export function unchangedSelector(selector: Selector, old: Selector, path: FieldPath): FieldError[] {
  if (sameValue(selector, old)) return [];
  return [invalid(path, selector && goLabelSelector(selector), 'field is immutable')];
}
