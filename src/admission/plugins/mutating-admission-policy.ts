import { listOrderOf } from '../../api/patch/apply/list-order.ts';
import { compileMutatingPolicy, type MutatingPolicy } from '../../api/policies/mutating-policy.ts';
import type { AdmissionregistrationV1MutatingAdmissionPolicy } from '../../api/schema/types.gen.ts';
import type { PluginDescriptor } from '../descriptor.ts';
import { MutatingPolicies } from '../policies/mutating-policies.ts';
import { policyPlugin } from './shared/policy-plugin.ts';

const policies = { kind: 'MutatingAdmissionPolicy', resource: 'mutatingadmissionpolicies' };

/** Changes writes as policies in expressions say. Without a release or a gate that serves policies there are none. */
export const mutatingAdmissionPolicy: PluginDescriptor = {
  name: 'MutatingAdmissionPolicy',
  since: '1.32',
  onByDefault: true,
  flags: [],
  create: (dependencies) =>
    policyPlugin<AdmissionregistrationV1MutatingAdmissionPolicy, MutatingPolicy>(dependencies, policies, {
      compile: compileMutatingPolicy,
      create: (parts, index) => new MutatingPolicies(parts, index, listOrderOf(dependencies.release)),
    }),
};
