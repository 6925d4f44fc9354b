import type { ApiObject } from '../../api/meta/metadata.ts';
import { applyJsonPatch, toJsonPatch } from '../../api/patch/json-patch.ts';
import { CliError } from '../shared/errors/cli-error.ts';
import type { FoundObject } from '../shared/writes/each-object.ts';
import { localPatcher } from '../shared/writes/local-objects.ts';
import type { PatchRequest } from '../shared/writes/writer.ts';

/** The object as the server would make it, defaults and rules aside. Throws CliError. */
export function localPatch(found: FoundObject, request: PatchRequest, patch = localPatcher()): ApiObject {
  try {
    if (request.type !== 'json') return patch(found, request);
    return applyJsonPatch(found.object, toJsonPatch(request.patch)) as ApiObject;
  } catch (error) {
    if (error instanceof CliError) throw error;
    throw new CliError(`the patch does not apply: ${(error as Error).message}`, 1, { cause: error });
  }
}
