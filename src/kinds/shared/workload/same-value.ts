import { type FieldError, type FieldPath, invalid } from '../../../api/machinery/field-errors.ts';
import { goLabelSelector } from '../../../api/machinery/go-syntax.ts';
import type { MetaV1LabelSelector } from '../../../api/schema/types.gen.ts';

/** Whether two values in JSON say the same: the order of keys does not matter, undefined is absent. */
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
  return sameFields(a, b);
}

function sameFields(a: object, b: object): boolean {
  const present = (object: object) => Object.entries(object).filter(([, value]) => value !== undefined);
  const ofA = present(a);
  const ofB = new Map(present(b));
  return (
    ofA.length === ofB.size && ofA.every(([key, value]) => ofB.has(key) && sameValue(value, ofB.get(key)))
  );
}

export function unchanged(value: unknown, old: unknown, path: FieldPath): FieldError[] {
  return sameValue(value, old) ? [] : [invalid(path, value, 'field is immutable')];
}

type Selector = MetaV1LabelSelector | null | undefined;

export function unchangedSelector(selector: Selector, old: Selector, path: FieldPath): FieldError[] {
  if (sameValue(selector, old)) return [];
  return [invalid(path, selector && goLabelSelector(selector), 'field is immutable')];
}
