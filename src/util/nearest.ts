/** Names that begin with the word, or that a typing error or two made of it. */
export function nearest(word: string, names: readonly string[]): string[] {
  const typed = word.toLowerCase();
  return names.filter((name) => name.startsWith(typed) || distance(typed, name) <= 2);
}

/** Levenshtein's. */
function distance(a: string, b: string): number {
  let before = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = before[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      row.push(Math.min(replaced, before[j]! + 1, row[j - 1]! + 1));
    }
    before = row;
  }
  return before[b.length]!;
}
