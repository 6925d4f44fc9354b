import type { JsonMap } from '../../api/json/json-values.ts';
import { applyJsonPatchPaced } from '../../api/patch/json-patch.ts';
import { operationProblem } from '../../api/patch/operation-problem.ts';
import { OperationError, PatchError } from '../../api/patch/patch-error.ts';
import type { Pacer } from '../../util/pacer.ts';
import { MutationError } from './mutation-error.ts';

/**
 * The document after all operations; undefined when a test has failed. Rejects with MutationError at the first operation
 * that does not apply, with the text that authors of policies know.
 */
export async function applyOperations(
  document: JsonMap,
  operations: readonly JsonMap[],
  pacer?: Pacer,
): Promise<unknown> {
  try {
    return await applyJsonPatchPaced(document, operations, pacer);
  } catch (error) {
    if (!(error instanceof PatchError)) throw error;
    const problem = error instanceof OperationError ? operationProblem(error) : error.message;
    if (problem === undefined) return undefined;
    throw new MutationError(`JSON Patch: ${problem}`);
  }
}
