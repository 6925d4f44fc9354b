import { childKeys, type FieldNode, type FieldSet, isMember } from './field-set.ts';
import { keyText } from './path-key.ts';

/** Every path of a set as text, `.spec.containers[name="app"].image`: those of a level before those below it. */
export function pathTexts(set: FieldSet): string[] {
  const texts: string[] = [];
  if (set !== undefined) collect(set, '', texts);
  return texts;
}

function collect(node: FieldNode, prefix: string, texts: string[]): void {
  const below = childKeys(node).map((key) => [prefix + keyText(key), node[key]!] as const);
  for (const [text, child] of below) if (isMember(child)) texts.push(text);
  for (const [text, child] of below) collect(child, text, texts);
}
