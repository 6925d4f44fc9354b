import { compileValidatingPolicy } from '../../api/policies/validating-policy.ts';
import type { AdmissionregistrationV1ValidatingAdmissionPolicy } from '../../api/schema/types.gen.ts';
import type { PluginDescriptor } from '../descriptor.ts';
import { ValidatingPolicies } from '../policies/validating-policies.ts';
import { policyPlugin } from './shared/policy-plugin.ts';

/** Refuses writes that policies in expressions forbid. Without a release or a gate that serves policies there are none. */
export const validatingAdmissionPolicy: PluginDescriptor = {
  name: 'ValidatingAdmissionPolicy',
  since: '1.26',
  onByDefault: true,
  flags: [],
  create: (dependencies) =>
    policyPlugin(dependencies, {
      policies: { kind: 'ValidatingAdmissionPolicy', resource: 'validatingadmissionpolicies' },
      bindings: { kind: 'ValidatingAdmissionPolicyBinding', resource: 'validatingadmissionpolicybindings' },
      compiled: (policy: AdmissionregistrationV1ValidatingAdmissionPolicy, environments) => {
        dependencies.policies.defined();
        return compileValidatingPolicy(policy, environments);
      },
      plugin: (parts, index) => new ValidatingPolicies(parts, index, dependencies.dialect.api),
    }),
};
