/**
 * Calls a step for each item, one after the other. Waits only where a step has to be waited for: otherwise it is done at
 * once. The first error ends it.
 */
export function inOrder<T>(
  items: readonly T[],
  step: (item: T, index: number) => void | Promise<void>,
  from = 0,
): void | Promise<void> {
  for (let index = from; index < items.length; index++) {
    const waiting = step(items[index]!, index);
    if (waiting !== undefined) return waiting.then(() => inOrder(items, step, index + 1));
  }
}

/** Goes on with a value, at once unless it has to be waited for. */
export const after = <T, R>(value: T | Promise<T>, then: (value: T) => R | Promise<R>): R | Promise<R> =>
  value instanceof Promise ? value.then(then) : then(value);
