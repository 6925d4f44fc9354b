import { type ResourceType, typeName } from '../calls/session.ts';

export interface NavigationGroup {
  title: string;
  types: readonly ResourceType[];
}

/** The usual types; `{api}` is the domain of the server's own groups. */
const groups: readonly (readonly [title: string, names: readonly string[]])[] = [
  [
    'Workloads',
    [
      'pods',
      'deployments.apps',
      'statefulsets.apps',
      'daemonsets.apps',
      'replicasets.apps',
      'jobs.batch',
      'cronjobs.batch',
      'horizontalpodautoscalers.autoscaling',
    ],
  ],
  [
    'Network',
    [
      'services',
      'ingresses.networking.{api}',
      'networkpolicies.networking.{api}',
      'endpointslices.discovery.{api}',
    ],
  ],
  ['Configuration', ['configmaps', 'secrets', 'resourcequotas', 'limitranges']],
  ['Storage', ['persistentvolumeclaims', 'persistentvolumes', 'storageclasses.storage.{api}']],
  [
    'Access',
    [
      'serviceaccounts',
      'roles.rbac.authorization.{api}',
      'rolebindings.rbac.authorization.{api}',
      'clusterroles.rbac.authorization.{api}',
      'clusterrolebindings.rbac.authorization.{api}',
    ],
  ],
  [
    'Cluster',
    [
      'namespaces',
      'nodes',
      'events',
      'leases.coordination.{api}',
      'customresourcedefinitions.apiextensions.{api}',
      'apiservices.apiregistration.{api}',
    ],
  ],
];

/** The types of a server in groups: the usual ones, its custom ones, and the rest. */
export function navigationGroups(types: readonly ResourceType[], api: string): NavigationGroup[] {
  const byName = new Map(types.map((type) => [typeName(type), type]));
  const usual = groups.map(([title, names]) => ({
    title,
    types: names.flatMap((name) => byName.get(name.replace('{api}', api)) ?? []),
  }));
  const named = new Set(usual.flatMap((group) => group.types));
  const rest = types.filter((type) => !named.has(type)).sort((a, b) => (typeName(a) < typeName(b) ? -1 : 1));
  const isCustom = ({ group }: ResourceType): boolean => group.includes('.') && !group.endsWith(`.${api}`);
  const all = [
    ...usual,
    { title: 'Custom', types: rest.filter(isCustom) },
    { title: 'More', types: rest.filter((type) => !isCustom(type)) },
  ];
  return all.filter((group) => group.types.length > 0);
}
