import { expect, it, vi } from 'vitest';
import { MemoryObjects } from '../../../test/support/unit/memory-objects.ts';
import { creationOf } from '../../../test/support/unit/policies.ts';
import type { ApiObject } from '../../api/meta/metadata.ts';
import { type BindingObject, PolicyIndex, type PolicyObject } from './policy-index.ts';

const pod = { kind: 'Pod', apiVersion: 'v1', metadata: { name: 'web' } } as ApiObject;
const resourceRules = [{ apiGroups: [''], apiVersions: ['v1'], operations: ['*'], resources: ['pods'] }];
const policy = (name: string): object => ({
  metadata: { name },
  spec: { matchConstraints: { resourceRules, matchPolicy: 'Exact' } },
});
const binding = (name: string): object => ({ metadata: { name }, spec: { policyName: name } });

function indexOf(names: readonly string[]) {
  const objects = new MemoryObjects();
  const policies = objects.lister<PolicyObject>({ resource: 'policies' });
  const bindings = objects.lister<BindingObject>({ resource: 'bindings' });
  for (const name of names) {
    policies.put(policy(name));
    bindings.put(binding(name));
  }
  const made = vi.fn(function* ({ metadata }: PolicyObject) {
    yield;
    return metadata.name!;
  });
  const served = { group: '', version: 'v1', resource: 'pods', kind: 'Pod', isStored: true };
  const index = new PolicyIndex(policies, bindings, { revision: 1, of: () => [served] } as never, made);
  return { index, made, policies };
}

it('takes policies apart in the background', async () => {
  const { made } = indexOf(['a', 'b', 'c']);
  expect(made).not.toHaveBeenCalled();
  await vi.waitFor(() => expect(made).toHaveBeenCalledTimes(3));
});

it('takes a policy apart at once, and once, when it is asked before', async () => {
  const { index, made } = indexOf(['a', 'b']);
  const [first] = index.candidates(creationOf(pod));
  expect(first!.policy).toBe('a');
  expect(made).toHaveBeenCalledTimes(1);
  await vi.waitFor(() => expect(made).toHaveBeenCalledTimes(2));
  expect(index.candidates(creationOf(pod)).map(({ policy }) => policy)).toEqual(['a', 'b']);
  expect(made).toHaveBeenCalledTimes(2);
});

it('does not take apart what has been replaced meanwhile', async () => {
  const { made, policies } = indexOf(['a']);
  policies.put(policy('a'));
  policies.put(policy('b'));
  await vi.waitFor(() => expect(made).toHaveBeenCalledWith(expect.objectContaining(policy('b'))));
  expect(made).toHaveBeenCalledTimes(2);
});
