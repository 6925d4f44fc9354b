import type { Pacer } from '../../util/pacer.ts';
import { isMap, type JsonMap, jsonType, ownValue } from '../json/json-values.ts';
import { requireDepth } from './depth-check.ts';
import { JsonDocument } from './json-document.ts';
import { parsePointer } from './json-pointer.ts';
import { PatchBudget } from './patch-budget.ts';
import { GrowthError, OperationError, PatchError } from './patch-error.ts';

const maxOperations = 10_000;
/** A JSON patch (RFC 6902) whose operations have been counted, but not looked at. */
export type JsonPatch = readonly JsonMap[];

/** Throws PatchError when the value is no list of objects, or too long a one. */
export function toJsonPatch(value: unknown): JsonPatch {
  const operations = value ?? [];
  if (!Array.isArray(operations)) throw malformed(value, 'Patch');
  const other = operations.find((operation) => !isMap(operation));
  if (other !== undefined) throw malformed(other, 'Operation');
  if (operations.length > maxOperations) {
    throw new PatchError(
      'TooLarge',
      `The allowed maximum operations in a JSON patch is ${maxOperations}, got ${operations.length}`,
    );
  }
  requireDepth(operations);
  return operations;
}

function malformed(value: unknown, wanted: string): PatchError {
  return new PatchError(
    'Malformed',
    `json: cannot unmarshal ${jsonType(value)} into Go value of type jsonpatch.${wanted}`,
  );
}

/**
 * The document after all operations, as a new value that may share parts with both. Throws OperationError at the
 * first operation that does not apply, and PatchError for what is too much.
 */
export function applyJsonPatch(document: unknown, patch: JsonPatch): unknown {
  const changing = new JsonDocument(document, new PatchBudget());
  for (const operation of patch) apply(changing, operation);
  requireDepth(changing.root);
  return changing.root;
}

/** Does what `applyJsonPatch` does, a slice of the work at a time. */
export async function applyJsonPatchPaced(
  document: unknown,
  patch: JsonPatch,
  pacer: Pacer | undefined,
): Promise<unknown> {
  const budget = new PatchBudget();
  const changing = new JsonDocument(document, budget);
  for (const operation of patch) {
    const before = budget.work;
    apply(changing, operation);
    await pacer?.step(1 + Math.floor((budget.work - before) / workOfStep));
  }
  await pacer?.step();
  requireDepth(changing.root);
  return changing.root;
}

/** Work that takes about as long as a short operation: see `Pacer.isDue`. */
const workOfStep = 100_000;

type Apply = (document: JsonDocument, operation: JsonMap) => void;

const operations: ReadonlyMap<unknown, Apply> = new Map<unknown, Apply>([
  ['add', (document, operation) => document.add(pathOf(operation), operand(operation))],
  ['replace', (document, operation) => document.replace(pathOf(operation), operand(operation))],
  ['remove', (document, operation) => document.remove(pathOf(operation))],
  ['copy', copy],
  ['move', move],
  ['test', test],
]);

/** Leaves the document as it was when the operation does not apply. */
function apply(document: JsonDocument, operation: JsonMap): void {
  const known = operations.get(operation['op']);
  try {
    if (known === undefined) throw new PatchError('Rejected', `unknown operation ${operation['op']}`);
    known(document, operation);
  } catch (error) {
    const isOwn = error instanceof PatchError && error.code === 'Rejected' && !(error instanceof GrowthError);
    throw isOwn ? new OperationError(error.message, operation, document.root) : error;
  }
}

/** Copies a value: null for a key that a map does not have. */
function copy(document: JsonDocument, operation: JsonMap): void {
  const value = document.findWithin(parsePointer(operation['from'])) ?? null;
  document.add(pathOf(operation), document.copyOf(value));
}

/** Moves a value. Its new place is looked for when it is gone from the old one: nothing can be moved into itself. */
function move(document: JsonDocument, operation: JsonMap): void {
  const from = parsePointer(operation['from']);
  const value = document.findWithin(from);
  document.remove(from);
  try {
    document.add(pathOf(operation), value);
  } catch (error) {
    document.add(from, value);
    throw error;
  }
}

/** Clients test for null to assert that a field is absent. */
function test(document: JsonDocument, operation: JsonMap): void {
  if (Object.hasOwn(operation, 'value') && document.isAt(pathOf(operation), operation['value'])) return;
  throw new PatchError('Rejected', `testing value ${operation['path']} failed`);
}

const pathOf = (operation: JsonMap) => parsePointer(operation['path']);

/** No value is null. */
const operand = (operation: JsonMap): unknown => ownValue(operation, 'value') ?? null;
