import type { ApiCall } from '../../../client/api/api-call.ts';
import { pathOf } from '../../../client/api/resource-client.ts';
import type { ManifestTarget } from '../resources/target.ts';

/** Makes the dry run of a verb. */
type Write = (target: ManifestTarget, fieldManager: string) => ApiCall;

const dryRun = { dryRun: 'All' };
const objectPath = ({ type, namespace, name }: ManifestTarget): string => pathOf(type, namespace, name);

/** The dry run of each verb; its past participle. */
export const dryRuns: ReadonlyMap<string, { call: Write; done: string }> = new Map([
  ['create', { call: create, done: 'created' }],
  ['apply', { call: apply, done: 'applied' }],
  ['replace', { call: replace, done: 'replaced' }],
  ['update', { call: replace, done: 'replaced' }],
  ['delete', { call: remove, done: 'deleted' }],
]);

function create({ type, namespace, object }: ManifestTarget, fieldManager: string): ApiCall {
  return {
    method: 'POST',
    path: pathOf(type, namespace),
    query: { ...dryRun, fieldManager },
    body: object,
  };
}

function apply(target: ManifestTarget, fieldManager: string): ApiCall {
  return {
    method: 'PATCH',
    path: objectPath(target),
    query: { ...dryRun, fieldManager },
    body: target.object,
    contentType: 'application/apply-patch+yaml',
  };
}

function replace(target: ManifestTarget, fieldManager: string): ApiCall {
  return {
    method: 'PUT',
    path: objectPath(target),
    query: { ...dryRun, fieldManager },
    body: target.object,
  };
}

function remove(target: ManifestTarget): ApiCall {
  return {
    method: 'DELETE',
    path: objectPath(target),
    query: dryRun,
    body: { kind: 'DeleteOptions', apiVersion: 'v1', dryRun: ['All'] },
  };
}
