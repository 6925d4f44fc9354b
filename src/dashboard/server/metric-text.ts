/** One value of a metric. */
export interface Sample {
  labels: Readonly<Record<string, string>>;
  value: number;
}

export type Samples = ReadonlyMap<string, readonly Sample[]>;

/** The samples of these metrics in the text that Prometheus reads. */
export function samplesIn(text: string, names: readonly string[]): Samples {
  const wanted = new Map(names.map((name) => [name, [] as Sample[]]));
  for (const line of text.split('\n')) {
    const end = line.search(/[{ ]/);
    const samples = end < 1 ? undefined : wanted.get(line.slice(0, end));
    if (samples === undefined) continue;
    const close = line[end] === '{' ? line.lastIndexOf('}') : end - 1;
    const [value] = line
      .slice(close + 1)
      .trim()
      .split(' ');
    samples.push({ labels: labelsIn(line.slice(end + 1, Math.max(close, end))), value: Number(value) });
  }
  return wanted;
}

function labelsIn(text: string): Record<string, string> {
  const pairs = [...text.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)];
  return Object.fromEntries(
    pairs.map(([, name, value]) => [
      name!,
      value!.replace(/\\(.)/g, (_, one: string) => (one === 'n' ? '\n' : one)),
    ]),
  );
}
