import { StatusError } from '../../api/meta/status.ts';
import type { PluginDependencies, PluginDescriptor } from '../descriptor.ts';
import type { AdmissionAttributes, AdmissionPlugin } from '../plugin.ts';
import { isInNamespace } from './shared/in-namespace.ts';
import { NamespaceFinder } from './shared/namespaces.ts';
import { refusal } from './shared/refusals.ts';

/** A namespace comes to be when something is put into it. */
export const namespaceAutoProvision: PluginDescriptor = {
  name: 'NamespaceAutoProvision',
  onByDefault: false,
  flags: [],
  create: async (given) => plugin(given),
};

function plugin({ objects, writer }: PluginDependencies): AdmissionPlugin {
  const namespaces = new NamespaceFinder(objects);
  const provide = async (attributes: AdmissionAttributes): Promise<void> => {
    const content = { metadata: { name: attributes.namespace } };
    await writer.create({ group: '', resource: 'namespaces' }, '', content).catch((error: Error) => {
      const isThere = error instanceof StatusError && error.reason === 'AlreadyExists';
      if (!isThere) throw refusal(attributes, error);
    });
  };
  return {
    handles: ({ operation }) => operation === 'CREATE',
    admit: (attributes) => {
      if (attributes.dryRun || !isInNamespace(attributes)) return;
      if (namespaces.cached(attributes.namespace) === undefined) return provide(attributes);
    },
  };
}
