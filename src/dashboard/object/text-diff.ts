import { structuredPatch } from 'diff';

/** A line of a difference; `gap` stands for lines that are the same. */
export interface DiffLine {
  kind: 'same' | 'add' | 'remove' | 'gap';
  text: string;
}

/** The places where two texts differ, with three lines around each. */
export function diffTexts(before: string, after: string): DiffLine[] {
  const { hunks } = structuredPatch('', '', before, after, '', '', { context: 3 });
  return hunks.flatMap(({ lines }, index) => [
    ...(index === 0 ? [] : [{ kind: 'gap', text: '…' } as const]),
    ...lines.filter((line) => !line.startsWith('\\')).map(diffLine),
  ]);
}

function diffLine(line: string): DiffLine {
  const kind = line.startsWith('+') ? 'add' : line.startsWith('-') ? 'remove' : 'same';
  return { kind, text: line.slice(1) };
}
