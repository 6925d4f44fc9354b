/** The objects of a command line, and behind them the words `a=b`. */
export function splitAssignments(words: readonly string[]): {
  objects: readonly string[];
  assignments: readonly [name: string, value: string][];
} {
  const assignments = words.filter((word) => word.includes('='));
  return {
    objects: words.filter((word) => !word.includes('=')),
    assignments: assignments.map((word) => [
      word.slice(0, word.indexOf('=')),
      word.slice(word.indexOf('=') + 1),
    ]),
  };
}
