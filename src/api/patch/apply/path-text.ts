import { childKeys, type FieldNode, type FieldSet, isMember } from './field-set.ts';
import { keyText } from './path-key.ts';

/**
 * The paths of a set as text, `.spec.containers[name="app"].image`: those of a level before those below it, and no more
 * than `max` of them.
 */
export function pathTexts(set: FieldSet, max = Number.POSITIVE_INFINITY): string[] {
  const texts: string[] = [];
  if (set !== undefined) collect(set, '', texts, max);
  return texts;
}

function collect(node: FieldNode, prefix: string, texts: string[], max: number): void {
  const keys = childKeys(node);
  for (const key of keys) {
    if (texts.length >= max) return;
    if (isMember(node[key]!)) texts.push(prefix + keyText(key));
  }
  for (const key of keys) {
    if (texts.length >= max) return;
    const child = node[key]!;
    if (childKeys(child).length > 0) collect(child, prefix + keyText(key), texts, max);
  }
}

/** Number of paths of a set. */
export function pathCount(set: FieldSet): number {
  if (set === undefined) return 0;
  let count = 0;
  for (const key of childKeys(set)) count += (isMember(set[key]!) ? 1 : 0) + pathCount(set[key]);
  return count;
}
