import { expect, it } from 'vitest';
import type { ApiObject } from '../../api/meta/metadata.ts';
import { StatusError } from '../../api/meta/status.ts';
import { invalid } from '../../api/validation/field-errors.ts';
import type { StoredResource } from '../resource.ts';
import { validateNew } from './creator.ts';

/** The fields that are wrong with a new object without a namespace. */
async function wrongFields(checksMetadataLast: boolean, isWrong: boolean): Promise<string[]> {
  const rules = { checksMetadataLast, validateCreate: () => (isWrong ? [invalid('spec', 1, 'no')] : []) };
  const resource = { rules, definition: { namespaced: true }, kind: { group: '', kind: 'K' } };
  const object = { metadata: { name: 'a' } } as ApiObject;
  try {
    await validateNew(resource as unknown as StoredResource, object, { dryRun: false });
    return [];
  } catch (error) {
    if (!(error instanceof StatusError)) throw error;
    return error.details!.causes!.map(({ field }) => field!);
  }
}

it.each<[boolean, boolean, string[]]>([
  [false, true, ['metadata.namespace', 'spec']],
  [true, true, ['spec']],
  [true, false, ['metadata.namespace']],
])('metadata that are checked last: %s; a wrong spec: %s', async (isLast, isWrong, fields) => {
  expect(await wrongFields(isLast, isWrong)).toEqual(fields);
});
