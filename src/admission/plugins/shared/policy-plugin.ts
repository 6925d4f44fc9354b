import type { Lister } from '../../../api/meta/lister.ts';
import type { PluginDependencies } from '../../descriptor.ts';
import { folderOfPolicies } from '../../manifests/configuration.ts';
import { ManifestFolder, type ManifestKind } from '../../manifests/manifest-folder.ts';
import { StaticFirst } from '../../manifests/static-first.ts';
import type { AdmissionPlugin } from '../../plugin.ts';
import { type BindingObject, PolicyIndex, type PolicyObject } from '../../policies/policy-index.ts';
import { type PolicyParts, policyParts } from '../../policies/policy-parts.ts';

/** The two things in which plugins for policies differ. `O`: the objects, `P`: what they are compiled to. */
export interface PolicyPluginParts<O extends PolicyObject, P> {
  compile(policy: O, environments: PolicyParts['environments']): P;
  create(parts: PolicyParts, index: PolicyIndex<O, P>): AdmissionPlugin;
}

/**
 * A plugin for the policies in the API and, where its configuration names a folder, for those in files before them.
 * Rejects with a start-up error.
 */
export async function policyPlugin<O extends PolicyObject, P>(
  dependencies: PluginDependencies,
  policies: ManifestKind,
  { compile, create }: PolicyPluginParts<O, P>,
): Promise<AdmissionPlugin> {
  const { dialect, objects, versions, resources } = dependencies;
  const { kind } = policies;
  const bindings = { kind: `${kind}Binding`, resource: `${kind.toLowerCase()}bindings` };
  const group = `admissionregistration.${dialect.api}`;
  const pluginOf = (lister: <T>(of: ManifestKind) => Lister<T>, isInFile: boolean): AdmissionPlugin => {
    const parts = policyParts(dependencies, isInFile);
    const index = new PolicyIndex(lister<O>(policies), lister<BindingObject>(bindings), versions, (policy) =>
      compile(policy, parts.environments),
    );
    return create(parts, resources.use(index));
  };
  const stored = pluginOf(({ resource }) => objects.lister({ group, resource }), false);
  const folder = folderOfPolicies(dependencies, `${kind}Configuration`);
  if (folder === '') return stored;
  const sort = { what: 'policy', kinds: [policies, bindings] };
  const files = await ManifestFolder.open(folder, sort, dependencies);
  return new StaticFirst(
    pluginOf((of) => files.lister(of.kind), true),
    stored,
  );
}
