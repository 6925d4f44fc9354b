/** For data that is shared and must not be changed: in tests a change throws, in production this costs nothing. */
export const freezeInTests: <T>(value: T) => T =
  process.env['NODE_ENV'] === 'test' ? frozen : (value) => value;

function frozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  Object.freeze(value);
  Object.values(value).forEach(frozen);
  return value;
}
