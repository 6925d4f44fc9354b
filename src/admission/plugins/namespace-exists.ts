import type { PluginDescriptor } from '../descriptor.ts';
import { isInNamespace } from './shared/in-namespace.ts';
import { NamespaceFinder } from './shared/namespaces.ts';

/** Nothing is done in a namespace that is not there. */
export const namespaceExists: PluginDescriptor = {
  name: 'NamespaceExists',
  onByDefault: false,
  flags: [],
  create: async ({ objects }) => {
    const namespaces = new NamespaceFinder(objects);
    return {
      handles: ({ operation }) => operation !== 'CONNECT',
      validate: (attributes) => {
        const { namespace } = attributes;
        if (!isInNamespace(attributes) || namespaces.cached(namespace) !== undefined) return;
        return namespaces.newest(namespace).then(() => undefined);
      },
    };
  },
};
