import { LRUCache } from 'lru-cache';
import { fillPlaceholders } from '../../api/meta/dialect.ts';
import { forbiddenError, StatusError } from '../../api/meta/status.ts';
import type { PluginDependencies, PluginDescriptor } from '../descriptor.ts';
import type { AdmissionAttributes, AdmissionPlugin } from '../plugin.ts';
import { NamespaceFinder } from './shared/namespaces.ts';
import { forbidden } from './shared/refusals.ts';

/** Nothing is put into a namespace that is not there or about to go; three of them never go. */
export const namespaceLifecycle: PluginDescriptor = {
  name: 'NamespaceLifecycle',
  onByDefault: true,
  flags: [],
  create: async (given) => plugin(given),
};

/** Time for which a cache is not trusted that shows a namespace as active after its deletion was asked for here. */
const suspicion = 30_000;
const maxSuspects = 100;

function plugin({ dialect, objects, clock }: PluginDependencies): AdmissionPlugin {
  const immortal = ['default', `${dialect.prefix}-system`, `${dialect.prefix}-public`];
  const namespaces = new NamespaceFinder(objects);
  const suspects = new LRUCache<string, number>({ max: maxSuspects });
  const reviews = fillPlaceholders(dialect, 'authorization.{api}');

  /** The caches lag behind writes of other replicas: a namespace that they lack is read from the store. */
  const decide = (attributes: AdmissionAttributes): void | Promise<void> => {
    const { namespace, operation } = attributes;
    const cached = namespaces.cached(namespace);
    const isSuspect = (suspects.get(namespace) ?? 0) > clock.now();
    if (cached === undefined || (isSuspect && cached.status.phase === 'Active')) {
      return namespaces.newest(namespace).then(({ status }) => {
        if (operation === 'CREATE') refuseTerminating(attributes, status.phase);
      });
    }
    if (operation === 'CREATE') refuseTerminating(attributes, cached.status.phase);
  };

  return {
    handles: ({ operation, group, resource }) =>
      operation !== 'CONNECT' && !(group === reviews && resource === 'localsubjectaccessreviews'),
    // An object that was left in a deleted namespace cannot be updated, not even without a change.
    skipsNoopUpdates: ({ group, resource, namespace }) =>
      namespace === '' ||
      (group === '' && resource === 'namespaces') ||
      namespaces.cached(namespace) !== undefined,
    admit: (attributes) => {
      const { group, resource, operation, namespace, name } = attributes;
      if (group === '' && resource === 'namespaces') {
        if (operation !== 'DELETE') return;
        if (immortal.includes(name))
          throw forbiddenError({ group, resource }, name, 'this namespace may not be deleted');
        suspects.set(name, clock.now() + suspicion);
        return;
      }
      if (namespace === '' || operation === 'DELETE') return;
      return decide(attributes);
    },
  };
}

function refuseTerminating(attributes: AdmissionAttributes, phase: string | undefined): void {
  if (phase !== 'Terminating') return;
  const { namespace } = attributes;
  const { code, reason, message, details } = forbidden(
    attributes,
    `unable to create new content in namespace ${namespace} because it is being terminated`,
  );
  const cause = {
    reason: 'NamespaceTerminating',
    message: `namespace ${namespace} is being terminated`,
    field: 'metadata.namespace',
  };
  throw new StatusError(code, reason, message, { ...details, causes: [cause] });
}
