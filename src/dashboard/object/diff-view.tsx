import type { DiffLine } from './text-diff.ts';

const signs = { same: ' ', add: '+', remove: '-', gap: ' ' } as const;

/** A difference of two texts. */
export function DiffView({ lines }: { lines: readonly DiffLine[] }) {
  if (lines.length === 0) return <p>Nothing differs.</p>;
  return (
    <pre class="diff" tabIndex={0} aria-label="Difference">
      {lines.map(({ kind, text }, index) => (
        <span key={index} class={kind}>{`${signs[kind]} ${text}\n`}</span>
      ))}
    </pre>
  );
}
