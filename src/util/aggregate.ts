/** Several texts as one, as the API joins errors: each once; bare when it is one, else in brackets, `[a, b]`. */
export function aggregate(texts: Iterable<string>): string {
  const distinct = [...new Set(texts)];
  return distinct.length === 1 ? distinct[0]! : `[${distinct.join(', ')}]`;
}

/** The same of the messages of errors. */
export const aggregateErrors = (errors: readonly Error[]): string =>
  aggregate(errors.map(({ message }) => message));
