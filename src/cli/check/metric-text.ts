/** One value of a metric. */
export interface Sample {
  labels: Readonly<Record<string, string>>;
  value: number;
}

/** The samples of these metrics in the text that Prometheus scrapes. */
export function samplesIn(text: string, names: readonly string[]): Map<string, Sample[]> {
  const wanted = new Map(names.map((name) => [name, [] as Sample[]]));
  for (const line of text.split('\n')) {
    const end = line.search(/[{ ]/);
    const samples = end < 1 ? undefined : wanted.get(line.slice(0, end));
    if (samples === undefined) continue;
    const close = line[end] === '{' ? line.lastIndexOf('}') : end - 1;
    const value = Number(
      line
        .slice(close + 1)
        .trim()
        .split(' ')[0],
    );
    samples.push({ labels: labelsIn(line.slice(end + 1, Math.max(close, end))), value });
  }
  return wanted;
}

function labelsIn(text: string): Record<string, string> {
  const pairs = [...text.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)];
  return Object.fromEntries(pairs.map(([, name, value]) => [name!, value!.replace(/\\(.)/g, unescaped)]));
}

const unescaped = (_: string, character: string): string => (character === 'n' ? '\n' : character);
