import type { ControllerDescriptor } from '../controller.ts';
import { NamespaceController } from './namespace-controller.ts';

export const namespaceController: ControllerDescriptor = {
  name: 'namespace',
  account: 'namespace-controller',
  // It asks for every type there is, for each namespace, twice: a second's worth of others is a fifth of one namespace.
  limitFactors: { perSecond: 20, burst: 100 },
  flags: [
    {
      name: 'namespace-sync-period',
      type: 'duration',
      value: 'duration',
      default: '5m0s',
      description: 'how often namespaces that are being deleted are looked at again without a cause',
    },
    {
      name: 'concurrent-namespace-syncs',
      type: 'count',
      value: 'number',
      default: '10',
      description: 'namespaces that are emptied at a time',
    },
  ],
  create: async (dependencies) => new NamespaceController(dependencies),
};
