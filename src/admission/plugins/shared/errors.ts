/** Several texts as one, as the API joins errors: bare when it is one, in brackets else, each text once. */
export function joined(texts: readonly string[]): string {
  const distinct = [...new Set(texts)];
  return distinct.length === 1 ? distinct[0]! : `[${distinct.join(', ')}]`;
}
