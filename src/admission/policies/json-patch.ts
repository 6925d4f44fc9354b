import type { JsonMap } from '../../api/json/json-values.ts';
import { applyJsonPatch } from '../../api/patch/json-patch.ts';
import { operationProblem } from '../../api/patch/operation-problem.ts';
import { PatchError } from '../../api/patch/patch-error.ts';
import { MutationError } from './mutation-error.ts';

/**
 * The document after all operations; undefined when a test has failed. Throws MutationError at the first operation that
 * does not apply, with the text that authors of policies know.
 */
export function applyOperations(document: JsonMap, operations: readonly JsonMap[]): unknown {
  let changed: unknown = document;
  for (const operation of operations) {
    try {
      changed = applyJsonPatch(changed, [operation]);
    } catch (error) {
      if (!(error instanceof PatchError)) throw error;
      const problem = operationProblem(changed, operation);
      if (problem === undefined) return undefined;
      throw new MutationError(`JSON Patch: ${problem}`);
    }
  }
  return changed;
}
