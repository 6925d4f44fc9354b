import type { Lister } from '../../api/meta/lister.ts';
import { compileValidatingPolicy } from '../../api/policies/validating-policy.ts';
import type { AdmissionregistrationV1ValidatingAdmissionPolicy } from '../../api/schema/types.gen.ts';
import type { PluginDependencies, PluginDescriptor } from '../descriptor.ts';
import { folderOfPolicies } from '../manifests/configuration.ts';
import { ManifestFolder } from '../manifests/manifest-folder.ts';
import { StaticFirst } from '../manifests/static-first.ts';
import { type BindingObject, PolicyIndex } from '../policies/policy-index.ts';
import { policyParts } from '../policies/policy-parts.ts';
import { ValidatingPolicies } from '../policies/validating-policies.ts';

type Policy = AdmissionregistrationV1ValidatingAdmissionPolicy;

const policies = { kind: 'ValidatingAdmissionPolicy', resource: 'validatingadmissionpolicies' };
const bindings = { kind: 'ValidatingAdmissionPolicyBinding', resource: 'validatingadmissionpolicybindings' };

/** Refuses writes that policies in expressions forbid. Without a release or a gate that serves policies there are none. */
export const validatingAdmissionPolicy: PluginDescriptor = {
  name: 'ValidatingAdmissionPolicy',
  since: '1.26',
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
    const folder = folderOfPolicies(dependencies, 'ValidatingAdmissionPolicyConfiguration');
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
): ValidatingPolicies<Policy> {
  const { versions, resources, dialect } = dependencies;
  const parts = policyParts(dependencies, isInFile);
  const index = new PolicyIndex(ofPolicies, ofBindings, versions, (policy) =>
    compileValidatingPolicy(policy, parts.environments),
  );
  return new ValidatingPolicies(parts, resources.use(index), dialect.api);
}
