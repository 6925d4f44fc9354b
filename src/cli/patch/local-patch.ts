import type { JsonMap } from '../../api/json/json-values.ts';
import type { ApiObject } from '../../api/meta/metadata.ts';
import { applyJsonPatch, toJsonPatch } from '../../api/patch/json-patch.ts';
import type { CommandContext } from '../command.ts';
import { CliError } from '../shared/errors/cli-error.ts';
import { patched } from '../shared/merge/patched.ts';
import { kindSchemas } from '../shared/schema/kind-schema.ts';
import type { FoundObject } from '../shared/writes/each-object.ts';
import type { PatchRequest } from '../shared/writes/writer.ts';

/** The object as the server would make it, defaults and rules aside. Rejects with CliError. */
export async function localPatch(
  { session }: CommandContext,
  { object, type }: FoundObject,
  request: PatchRequest,
): Promise<ApiObject> {
  try {
    if (request.type === 'json') return applyJsonPatch(object, toJsonPatch(request.patch)) as ApiObject;
    const schema = request.type === 'merge' ? undefined : kindSchemas(await session.dialect())(type);
    if (request.type === 'strategic' && schema === undefined) {
      throw new CliError(
        `a strategic merge patch is for built-in types only, and ${type.kind} is none: --type=merge`,
      );
    }
    return patched(object, request.patch as JsonMap, schema);
  } catch (error) {
    if (error instanceof CliError) throw error;
    throw new CliError(`the patch does not apply: ${(error as Error).message}`, 1, { cause: error });
  }
}
