import type { FeatureGates } from '../api/gates/feature-gates.ts';
import type { Dialect } from '../api/meta/dialect.ts';
import type {
  FlowcontrolV1beta2FlowSchemaSpec,
  FlowcontrolV1beta2NonResourcePolicyRule,
  FlowcontrolV1beta2ResourcePolicyRule,
  FlowcontrolV1beta2Subject,
} from '../api/schema/types.gen.ts';

export interface SuggestedSchema {
  name: string;
  /** The release that brought it. */
  since: string;
  spec: FlowcontrolV1beta2FlowSchemaSpec;
}

interface Parts {
  level: string;
  precedence: number;
  by?: 'ByUser' | 'ByNamespace';
  subjects: FlowcontrolV1beta2Subject[];
  /** Everything when neither is given. */
  resources?: FlowcontrolV1beta2ResourcePolicyRule[];
  paths?: FlowcontrolV1beta2NonResourcePolicyRule[];
  since?: string;
}

const all = ['*'];
const everyResource = { verbs: all, apiGroups: all, resources: all, clusterScope: true, namespaces: all };
const everyPath = { verbs: all, nonResourceURLs: all };
const lock = ['get', 'create', 'update'];

/** The release in which leaders of the system hold leases alone, and that in which no others have a schema. */
const leasesSince = '1.24';
const systemLeadersSince = '1.34';

/** Which requests belong to which level, in a cluster that has just begun. */
export function suggestedSchemas(
  { prefix, api }: Dialect,
  gates: Pick<FeatureGates, 'isIn'>,
): SuggestedSchema[] {
  const system = `${prefix}-system`;
  const manager = `${prefix}-controller-manager`;
  const scheduler = `${prefix}-scheduler`;
  const systemAccounts = [account(system, '*')];
  const leases = { verbs: lock, apiGroups: [`coordination.${api}`], resources: ['leases'], namespaces: all };
  const oldLocks = { verbs: lock, apiGroups: [''], resources: ['endpoints', 'configmaps'] };
  const nodeParts = [
    {
      verbs: all,
      apiGroups: [''],
      resources: ['nodes', 'nodes/status'],
      clusterScope: true,
      namespaces: all,
    },
    { ...leases, verbs: all },
  ];
  const probes = { verbs: ['get'], nonResourceURLs: ['/healthz', '/readyz', '/livez'] };
  const nodes = groups('system:nodes');
  const everyone = groups('system:unauthenticated', 'system:authenticated');
  const leaderElection = [
    schema('endpoint-controller', {
      level: 'workload-high',
      precedence: 150,
      by: 'ByUser',
      subjects: [
        ...users(`system:${manager}`),
        account(system, 'endpoint-controller'),
        account(system, 'endpointslicemirroring-controller'),
      ],
      resources: [
        { verbs: ['get', 'create', 'update'], apiGroups: [''], resources: ['endpoints'], namespaces: all },
      ],
      since: '1.24',
    }),
    schema('workload-leader-election', {
      level: 'leader-election',
      precedence: 200,
      by: 'ByUser',
      subjects: systemAccounts,
      resources: [{ ...oldLocks, namespaces: all }, leases],
    }),
  ];
  return [
    schema('probes', { level: 'exempt', precedence: 2, subjects: everyone, paths: [probes], since: '1.22' }),
    schema('system-leader-election', {
      level: 'leader-election',
      precedence: 100,
      by: 'ByUser',
      subjects: [...users(`system:${manager}`, `system:${scheduler}`), ...systemAccounts],
      resources: gates.isIn(leasesSince) ? [leases] : [{ ...oldLocks, namespaces: [system] }, leases],
    }),
    ...(gates.isIn(systemLeadersSince) ? [] : leaderElection),
    schema('system-node-high', {
      level: 'node-high',
      precedence: 400,
      by: 'ByUser',
      subjects: nodes,
      resources: nodeParts,
      since: '1.22',
    }),
    schema('system-nodes', { level: 'system', precedence: 500, by: 'ByUser', subjects: nodes }),
    ...[manager, scheduler].map((name) =>
      schema(name, {
        level: 'workload-high',
        precedence: 800,
        by: 'ByNamespace',
        subjects: users(`system:${name}`),
      }),
    ),
    schema(`${system}-service-accounts`, {
      level: 'workload-high',
      precedence: 900,
      by: 'ByNamespace',
      subjects: systemAccounts,
    }),
    schema('service-accounts', {
      level: 'workload-low',
      precedence: 9000,
      by: 'ByUser',
      subjects: groups('system:serviceaccounts'),
    }),
    schema('global-default', { level: 'global-default', precedence: 9900, by: 'ByUser', subjects: everyone }),
  ];
}

function schema(
  name: string,
  { level, precedence, by, subjects, resources, paths, since = '1.19' }: Parts,
): SuggestedSchema {
  const isEverything = resources === undefined && paths === undefined;
  const resourceRules = isEverything ? [everyResource] : resources;
  const nonResourceRules = isEverything ? [everyPath] : paths;
  const spec = {
    priorityLevelConfiguration: { name: level },
    matchingPrecedence: precedence,
    ...(by && { distinguisherMethod: { type: by } }),
    rules: [
      { subjects, ...(resourceRules && { resourceRules }), ...(nonResourceRules && { nonResourceRules }) },
    ],
  };
  return { name, since, spec };
}

const groups = (...names: string[]): FlowcontrolV1beta2Subject[] =>
  names.map((name) => ({ kind: 'Group', group: { name } }));

const users = (...names: string[]): FlowcontrolV1beta2Subject[] =>
  names.map((name) => ({ kind: 'User', user: { name } }));

const account = (namespace: string, name: string): FlowcontrolV1beta2Subject => ({
  kind: 'ServiceAccount',
  serviceAccount: { namespace, name },
});
