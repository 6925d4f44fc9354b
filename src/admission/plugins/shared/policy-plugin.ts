import type { Lister } from '../../../api/meta/lister.ts';
import type { Environments } from '../../../api/policies/environments.ts';
import type { Interruptible } from '../../../util/slices.ts';
import type { PluginDependencies } from '../../descriptor.ts';
import { checkedFolder, folderField } from '../../manifests/configuration.ts';
import { ManifestFolder, type ManifestKind } from '../../manifests/manifest-folder.ts';
import { StaticFirst } from '../../manifests/static-first.ts';
import type { AdmissionPlugin } from '../../plugin.ts';
import { type BindingObject, PolicyIndex, type PolicyObject } from '../../policies/policy-index.ts';
import { type PolicyParts, policyParts } from '../../policies/policy-parts.ts';
import { typedConfiguration } from './typed-configuration.ts';

/** A sort of policies. */
export interface PolicySort<O extends PolicyObject, P> {
  readonly policies: ManifestKind;
  readonly bindings: ManifestKind;
  /** Takes a policy apart, with stops. */
  compiled(policy: O, environments: Environments): Interruptible<P>;
  /** The plugin that asks the policies of an index. */
  plugin(parts: PolicyParts, index: PolicyIndex<O, P>): AdmissionPlugin;
}

/**
 * Makes the plugin that asks the policies of the API, and before them those in files, if there is a folder of them. Rejects
 * with a start-up error.
 */
export async function policyPlugin<O extends PolicyObject, P>(
  dependencies: PluginDependencies,
  sort: PolicySort<O, P>,
): Promise<AdmissionPlugin> {
  const { dialect, objects, configuration } = dependencies;
  const { policies, bindings } = sort;
  const group = `admissionregistration.${dialect.api}`;
  const stored = pluginOf(dependencies, sort, {
    ofPolicies: objects.lister<O>({ group, resource: policies.resource }),
    ofBindings: objects.lister<BindingObject>({ group, resource: bindings.resource }),
    isInFile: false,
  });
  const type = { kind: `${policies.kind}Configuration`, apiVersions: [`apiserver.config.${dialect.api}/v1`] };
  const fields = typedConfiguration(configuration, type, [folderField]);
  const folder = checkedFolder(fields[folderField], dependencies);
  if (folder === '') return stored;
  const kinds = [policies, bindings];
  const files = await ManifestFolder.open(
    folder,
    { plugin: policies.kind, what: 'policy', kinds },
    dependencies,
  );
  const inFiles = pluginOf(dependencies, sort, {
    ofPolicies: files.lister<O>(policies.kind),
    ofBindings: files.lister<BindingObject>(bindings.kind),
    isInFile: true,
  });
  return new StaticFirst(inFiles, stored);
}

interface PolicySource<O> {
  readonly ofPolicies: Lister<O>;
  readonly ofBindings: Lister<BindingObject>;
  readonly isInFile: boolean;
}

function pluginOf<O extends PolicyObject, P>(
  dependencies: PluginDependencies,
  { compiled, plugin }: PolicySort<O, P>,
  { ofPolicies, ofBindings, isInFile }: PolicySource<O>,
): AdmissionPlugin {
  const { versions, resources } = dependencies;
  const parts = policyParts(dependencies, isInFile);
  const index = new PolicyIndex(ofPolicies, ofBindings, versions, (policy: O) =>
    compiled(policy, parts.environments),
  );
  return plugin(parts, resources.use(index));
}
