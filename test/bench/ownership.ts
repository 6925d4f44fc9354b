/** managedFields of a pod, for measuring what keeping it costs an update. */

import type { ApiObject } from '../../src/api/meta/metadata.ts';
import { TypedSchemas } from '../../src/api/patch/apply/typed-schema.ts';
import type { StructSchema } from '../../src/api/schema/schema.ts';
import { ManagedFields } from '../../src/registry/ownership/managed-fields.ts';
import { ownershipRules } from '../../src/registry/ownership/ownership-rules.ts';
import { FieldVersions } from '../../src/registry/ownership/versions.ts';
import type { StoredResource } from '../../src/registry/resource.ts';
import type { VersionConverter } from '../../src/registry/version-converter.ts';
import { systemClock } from '../../src/util/clock.ts';

const writer = { manager: 'bench', apiVersion: 'v1', subresource: '', filter: () => true };
const same = (object: ApiObject): ApiObject => object;

/** `made`: the pod with another value in a field that its writer owns already; `step` brings its record up to date. */
export async function podOwnership(schema: StructSchema, pod: object) {
  const form: VersionConverter = {
    schema,
    isStored: true,
    fromStored: same,
    toStored: same,
    convertToStored: same,
  };
  const owners = new ManagedFields(
    new FieldVersions(() => form, new TypedSchemas()),
    systemClock,
    ownershipRules('1.23'),
  );
  const resource = {} as StoredResource;
  const old = structuredClone(pod) as ApiObject;
  old.metadata.annotations = { ...old.metadata.annotations, 'example.com/updated': '0' };
  await owners.create(resource, old, writer);
  let updates = 0;
  return {
    made: (): ApiObject => {
      const next = structuredClone(old);
      next.metadata.annotations!['example.com/updated'] = String(++updates);
      return next;
    },
    step: (next: ApiObject) => owners.update(resource, next, old, writer),
  };
}
