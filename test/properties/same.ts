/** Throws where two values are not the same JSON. */
export function same(actual: unknown, expected: unknown, what: string): void {
  const [got, wanted] = [actual, expected].map((value) => JSON.stringify(value));
  if (got !== wanted) throw new Error(`${what}:\n${got}\ninstead of\n${wanted}`);
}
