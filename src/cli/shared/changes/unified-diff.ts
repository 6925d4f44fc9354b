import { createTwoFilesPatch } from 'diff';

/**
 * The difference of two texts as `diff -u` prints it; "" where there is none. A text that is undefined is that of
 * something which does not exist.
 */
export function unifiedDiff(
  before: { name: string; text: string | undefined },
  after: { name: string; text: string | undefined },
): string {
  if (before.text === after.text) return '';
  const patch = createTwoFilesPatch(
    ...([before.name, after.name, before.text ?? '', after.text ?? ''] as const),
    ...([undefined, undefined, { context: 3 }] as const),
  );
  return patch.replace(/^=+\n/, '');
}
