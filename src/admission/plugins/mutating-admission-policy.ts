import { listOrderOf } from '../../api/patch/apply/list-order.ts';
import { compileMutatingPolicy } from '../../api/policies/mutating-policy.ts';
import type { AdmissionregistrationV1MutatingAdmissionPolicy } from '../../api/schema/types.gen.ts';
import type { PluginDescriptor } from '../descriptor.ts';
import { MutatingPolicies } from '../policies/mutating-policies.ts';
import { type BindingObject, PolicyIndex } from '../policies/policy-index.ts';
import { policyParts } from '../policies/policy-parts.ts';

type Policy = AdmissionregistrationV1MutatingAdmissionPolicy;

/** Changes writes as policies in expressions say. Without a release or a gate that serves policies there are none. */
export const mutatingAdmissionPolicy: PluginDescriptor = {
  name: 'MutatingAdmissionPolicy',
  since: '1.32',
  onByDefault: true,
  flags: [],
  async create(dependencies) {
    const { dialect, objects, versions, resources, release } = dependencies;
    const parts = policyParts(dependencies);
    const group = `admissionregistration.${dialect.api}`;
    const index = new PolicyIndex(
      objects.lister<Policy>({ group, resource: 'mutatingadmissionpolicies' }),
      objects.lister<BindingObject>({ group, resource: 'mutatingadmissionpolicybindings' }),
      versions,
      (policy) => compileMutatingPolicy(policy, parts.environments),
    );
    return new MutatingPolicies(parts, resources.use(index), listOrderOf(release));
  },
};
