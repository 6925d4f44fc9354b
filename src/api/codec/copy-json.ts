import { setOwn } from '../json/json-values.ts';

/** A deep copy of a JSON value. Takes a fifth of the time of `structuredClone`. */
export function copyJson<T>(value: T): T;
export function copyJson(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => copyJson(item));
  const copy: Record<string, unknown> = { ...value };
  for (const key of Object.keys(copy)) {
    const member = copy[key];
    if (typeof member !== 'object' || member === null) continue;
    if (key === '__proto__') setOwn(copy, key, copyJson(member));
    else copy[key] = copyJson(member);
  }
  return copy;
}
