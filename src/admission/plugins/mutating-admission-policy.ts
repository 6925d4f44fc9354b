import type { Lister } from '../../api/meta/lister.ts';
import { listOrderOf } from '../../api/patch/apply/list-order.ts';
import { compileMutatingPolicy } from '../../api/policies/mutating-policy.ts';
import type { AdmissionregistrationV1MutatingAdmissionPolicy } from '../../api/schema/types.gen.ts';
import type { PluginDependencies, PluginDescriptor } from '../descriptor.ts';
import { folderOfPolicies } from '../manifests/configuration.ts';
import { ManifestFolder } from '../manifests/manifest-folder.ts';
import { StaticFirst } from '../manifests/static-first.ts';
import { MutatingPolicies } from '../policies/mutating-policies.ts';
import { type BindingObject, PolicyIndex } from '../policies/policy-index.ts';
import { policyParts } from '../policies/policy-parts.ts';

type Policy = AdmissionregistrationV1MutatingAdmissionPolicy;

const policies = { kind: 'MutatingAdmissionPolicy', resource: 'mutatingadmissionpolicies' };
const bindings = { kind: 'MutatingAdmissionPolicyBinding', resource: 'mutatingadmissionpolicybindings' };

/** Changes writes as policies in expressions say. Without a release or a gate that serves policies there are none. */
export const mutatingAdmissionPolicy: PluginDescriptor = {
  name: 'MutatingAdmissionPolicy',
  since: '1.32',
  onByDefault: true,
  flags: [],
  async create(dependencies) {
    const { dialect, objects } = dependencies;
    const group = `admissionregistration.${dialect.api}`;
    const stored = pluginOf(
      dependencies,
      objects.lister<Policy>({ group, resource: policies.resource }),
      objects.lister<BindingObject>({ group, resource: bindings.resource }),
    );
    const folder = folderOfPolicies(dependencies, 'MutatingAdmissionPolicyConfiguration');
    if (folder === '') return stored;
    const sort = { what: 'policy', kinds: [policies, bindings] };
    const files = await ManifestFolder.open(folder, sort, dependencies);
    const inFiles = pluginOf(
      dependencies,
      files.lister<Policy>(policies.kind),
      files.lister<BindingObject>(bindings.kind),
      true,
    );
    return new StaticFirst(inFiles, stored);
  },
};

function pluginOf(
  dependencies: PluginDependencies,
  ofPolicies: Lister<Policy>,
  ofBindings: Lister<BindingObject>,
  isInFile = false,
): MutatingPolicies<Policy> {
  const { versions, resources, release } = dependencies;
  const parts = policyParts(dependencies, isInFile);
  const index = new PolicyIndex(ofPolicies, ofBindings, versions, (policy) =>
    compileMutatingPolicy(policy, parts.environments),
  );
  return new MutatingPolicies(parts, resources.use(index), listOrderOf(release));
}
