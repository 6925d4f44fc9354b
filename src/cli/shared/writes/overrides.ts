import type { JsonMap } from '../../../api/json/json-values.ts';
import { isMap } from '../../../api/json/json-values.ts';
import type { ApiObject } from '../../../api/meta/metadata.ts';
import type { CommandFlag } from '../arguments/flag.ts';
import type { FlagSet } from '../arguments/flag-set.ts';
import { CliError } from '../errors/cli-error.ts';

/** `standard`: the type of patch without `--override-type`. */
export const overrideFlags: readonly CommandFlag[] = [
  { name: 'overrides', type: 'text', description: 'Patch in JSON that changes the object before it is sent' },
  {
    name: 'override-type',
    type: 'text',
    default: 'merge',
    description: 'Patch type of --overrides: merge, strategic or json',
  },
];

/** The object as `--overrides` changes it. Rejects with CliError. */
export async function overridden<T extends { apiVersion: string; kind: string }>(
  flags: FlagSet,
  object: T,
): Promise<T> {
  const [text, type] = [flags.text('overrides'), flags.text('override-type')];
  if (text === '') return object;
  if (type !== 'json' && type !== 'merge' && type !== 'strategic') {
    throw new CliError(`invalid overrideType: ${type}`);
  }
  const { parseYaml } = await import('../../../api/codec/yaml.ts');
  try {
    const patch: unknown = parseYaml(text);
    const found = object as unknown as ApiObject;
    if (type === 'json') {
      const { applyJsonPatch, toJsonPatch } = await import('../../../api/patch/json-patch.ts');
      return applyJsonPatch(found, toJsonPatch(patch)) as T;
    }
    if (!isMap(patch)) throw new Error('an object was expected');
    const { localPatcher, typeOf } = await import('./local-objects.ts');
    const place = { type: typeOf(object), name: '', namespace: '', object: found };
    return localPatcher()(place, { patch: patch as JsonMap, type }) as unknown as T;
  } catch (error) {
    if (error instanceof CliError) throw error;
    throw new CliError(`Invalid JSON Patch: ${(error as Error).message}`, 1, { cause: error });
  }
}
