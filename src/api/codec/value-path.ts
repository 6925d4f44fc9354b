import { shortName } from './type-text.ts';

/** Distinguishes keys of maps from names of fields in a path. */
const keyMark = '\0';

/** Distinguishes names of inlined messages from names of fields in a path. */
const inlinedMark = '\x01';

export const keyStep = (key: string): string => keyMark + key;
export const inlinedStep = (name: string): string => inlinedMark + name;
export const indexStep = (index: number): string => `[${index}]`;

/** The path of a field that is unknown: `spec.containers[0].x`. */
export function unknownFieldPath(steps: readonly string[], name: string): string {
  const named = steps.filter((step) => !step.startsWith(inlinedMark));
  return [...named, name].join('.').replaceAll('.[', '[').replaceAll(keyMark, '');
}

/** The place of a value in Go's messages, which have only names of fields: neither indices nor keys of maps. */
export function goPlace(steps: readonly string[], structName: string): string {
  const names = steps
    .filter((step) => !step.startsWith('[') && !step.startsWith(keyMark))
    .map((step) => step.replace(inlinedMark, ''));
  return names.length === 0 ? 'Go value' : `Go struct field ${shortName(structName)}.${names.join('.')}`;
}
