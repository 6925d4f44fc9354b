import { compileValidatingPolicy } from '../../api/policies/validating-policy.ts';
import type { AdmissionregistrationV1ValidatingAdmissionPolicy } from '../../api/schema/types.gen.ts';
import type { PluginDescriptor } from '../descriptor.ts';
import { type BindingObject, PolicyIndex } from '../policies/policy-index.ts';
import { policyParts } from '../policies/policy-parts.ts';
import { ValidatingPolicies } from '../policies/validating-policies.ts';

type Policy = AdmissionregistrationV1ValidatingAdmissionPolicy;

/** Refuses writes that policies in expressions forbid. Without a release or a gate that serves policies there are none. */
export const validatingAdmissionPolicy: PluginDescriptor = {
  name: 'ValidatingAdmissionPolicy',
  since: '1.26',
  onByDefault: true,
  flags: [],
  async create(dependencies) {
    const { dialect, objects, versions, resources } = dependencies;
    const parts = policyParts(dependencies);
    const group = `admissionregistration.${dialect.api}`;
    const index = new PolicyIndex(
      objects.lister<Policy>({ group, resource: 'validatingadmissionpolicies' }),
      objects.lister<BindingObject>({ group, resource: 'validatingadmissionpolicybindings' }),
      versions,
      (policy) => compileValidatingPolicy(policy, parts.environments),
    );
    return new ValidatingPolicies(parts, resources.use(index), dialect.api);
  },
};
