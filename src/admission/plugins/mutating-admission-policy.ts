import { listOrderOf } from '../../api/patch/apply/list-order.ts';
import { compileMutatingPolicy } from '../../api/policies/mutating-policy.ts';
import type { PluginDescriptor } from '../descriptor.ts';
import { MutatingPolicies } from '../policies/mutating-policies.ts';
import { policyPlugin } from './shared/policy-plugin.ts';

/** Changes writes as policies in expressions say. Without a release or a gate that serves policies there are none. */
export const mutatingAdmissionPolicy: PluginDescriptor = {
  name: 'MutatingAdmissionPolicy',
  since: '1.32',
  onByDefault: true,
  flags: [],
  create: (dependencies) =>
    policyPlugin(dependencies, {
      policies: { kind: 'MutatingAdmissionPolicy', resource: 'mutatingadmissionpolicies' },
      bindings: { kind: 'MutatingAdmissionPolicyBinding', resource: 'mutatingadmissionpolicybindings' },
      compiled: compileMutatingPolicy,
      plugin: (parts, index) => new MutatingPolicies(parts, index, listOrderOf(dependencies.release)),
    }),
};
