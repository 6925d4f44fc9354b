import { isMap, type JsonMap, ownValue } from '../json/json-values.ts';
import { parsePointer, type Steps } from './json-pointer.ts';
import { type OperationError, PatchError } from './patch-error.ts';

/** Texts for a wrong place of an operation, by its name: `quoted` texts have the path in quotation marks. */
const places: Readonly<Record<string, { missing: string; isQuoted: boolean }>> = {
  add: { missing: 'doc is missing path', isQuoted: true },
  remove: { missing: 'doc is missing path', isQuoted: true },
  replace: { missing: 'doc is missing path', isQuoted: false },
  move: { missing: 'doc is missing from path', isQuoted: false },
  copy: { missing: 'doc is missing from path', isQuoted: false },
  test: { missing: 'is missing path', isQuoted: false },
};

/**
 * Text for an operation that does not apply, as clients know it. Undefined for a test of a value that is another one.
 */
export function operationProblem({ document, operation }: OperationError): string | undefined {
  const op = String(operation['op'] ?? '');
  const known = places[op];
  if (known === undefined) return `Unexpected kind: ${op}`;
  const isTwofold = op === 'move' || op === 'copy';
  const place = String((isTwofold ? operation['from'] : operation['path']) ?? '');
  const container = containerOf(document, place);
  if (container === undefined) {
    const shown = known.isQuoted ? `"${place}"` : place;
    return `${op} operation does not apply: ${known.missing}: ${shown}: missing value`;
  }
  if (op === 'test') return undefined;
  const last = place.slice(place.lastIndexOf('/') + 1);
  if (op === 'replace' && !hasMember(container, last)) {
    return `replace operation does not apply: doc is missing key: ${place}: missing value`;
  }
  if ((op === 'remove' || op === 'move') && isMap(container) && !hasMember(container, last)) {
    const at = op === 'move' ? last : place;
    return `error in ${op} for path: '${at}': Unable to remove nonexistent key: ${last}: missing value`;
  }
  const target = String(operation['path'] ?? '');
  if (isTwofold && containerOf(document, target) === undefined) {
    return `${op} operation does not apply: doc is missing destination path: ${target}: missing value`;
  }
  return `error in ${op} for path: '${target}': Unable to access invalid index: ${last}: invalid index referenced`;
}

/** The map or list in which a place is; undefined when there is none. */
function containerOf(document: unknown, pointer: string): JsonMap | unknown[] | undefined {
  const steps = stepsOf(pointer);
  if (steps.length === 0) return undefined;
  const found = steps.slice(0, -1).reduce(member, document);
  return isMap(found) || Array.isArray(found) ? found : undefined;
}

function stepsOf(pointer: string): Steps {
  try {
    return parsePointer(pointer);
  } catch (error) {
    if (error instanceof PatchError) return [];
    throw error;
  }
}

const member = (value: unknown, step: string): unknown =>
  Array.isArray(value) ? value[Number(step)] : isMap(value) ? ownValue(value, step) : undefined;

const hasMember = (container: JsonMap | unknown[], step: string): boolean =>
  member(container, step) !== undefined;
