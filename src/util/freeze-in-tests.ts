/**
 * Says of a tree of data that nobody changes it, as others may hold the same. In tests whoever tries fails on the
 * spot; elsewhere this costs nothing.
 */
export const freezeInTests: <T>(value: T) => T =
  process.env['NODE_ENV'] === 'test' ? frozen : (value) => value;

function frozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  Object.freeze(value);
  Object.values(value).forEach(frozen);
  return value;
}
