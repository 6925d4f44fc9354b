import type { Dialect } from '../../api/meta/dialect.ts';
import { aggregate } from '../../util/aggregate.ts';
import type { ClusterEntry, ConfigDocument, ContextEntry, UserEntry } from './config-document.ts';
import { clusterErrors, userErrors } from './validate-config.ts';

/** Values that override the files, by flag. Texts that are not given or "" leave what is there. */
export interface ConfigOverrides {
  context?: string | undefined;
  cluster?: string | undefined;
  user?: string | undefined;
  namespace?: string | undefined;
  /** Parts of the cluster's entry. */
  clusterEntry?: Partial<ClusterEntry>;
  /** Parts of the user's entry. */
  userEntry?: Partial<UserEntry>;
}

/** Server, user and namespace of requests. */
export interface ResolvedConfig {
  cluster: ClusterEntry;
  user: UserEntry;
  /** "" if none is named. */
  namespace: string;
}

const noCluster: ClusterEntry = {
  server: '',
  tlsServerName: '',
  insecure: false,
  authorityFile: '',
  authorityData: '',
  proxyUrl: '',
  extensions: new Map(),
};

const noUser: UserEntry = {
  certificateFile: '',
  certificateData: '',
  keyFile: '',
  keyData: '',
  token: '',
  tokenFile: '',
  username: '',
  password: '',
  authProvider: undefined,
  exec: undefined,
  impersonate: { user: '', uid: '', groups: [], extra: new Map() },
};

/** Resolves one context. Throws a start-up error when that is no usable configuration. */
export function resolveConfig(
  config: ConfigDocument,
  overrides: ConfigOverrides,
  dialect: Dialect,
): ResolvedConfig {
  const context = contextOf(config, overrides.context);
  const clusterName = overrides.cluster || context.cluster;
  const userName = overrides.user || context.user;
  if (overrides.cluster && !config.clusters.has(overrides.cluster)) {
    throw new Error(`cluster ${JSON.stringify(overrides.cluster)} does not exist`);
  }
  if (overrides.user && !config.users.has(overrides.user)) {
    throw new Error(`auth info ${JSON.stringify(overrides.user)} does not exist`);
  }
  // An entry that the context names, and that is not there, is an empty one.
  const cluster = overriddenCluster(
    config.clusters.get(clusterName) ?? noCluster,
    overrides.clusterEntry ?? {},
  );
  const user = { ...(config.users.get(userName) ?? noUser), ...given(overrides.userEntry ?? {}) };
  check(clusterName, cluster, userName, user, dialect);
  return { cluster, user, namespace: overrides.namespace || context.namespace };
}

function contextOf({ contexts, currentContext }: ConfigDocument, asked = ''): ContextEntry {
  const name = asked || currentContext;
  const context = contexts.get(name);
  if (context !== undefined) return context;
  if (asked !== '') throw new Error(`context ${JSON.stringify(asked)} does not exist`);
  if (name !== '') throw new Error(`context was not found for specified context: ${name}`);
  return { cluster: '', user: '', namespace: '' };
}

/**
 * Overrides an entry. Trust and the name that is trusted belong together: one part that is given replaces the others.
 */
function overriddenCluster(entry: ClusterEntry, override: Partial<ClusterEntry>): ClusterEntry {
  const parts = given(override);
  const isTrustGiven = ['authorityFile', 'authorityData', 'insecure'].some((name) => name in parts);
  const isServerGiven = 'server' in parts || 'tlsServerName' in parts;
  return {
    ...entry,
    ...(isTrustGiven ? { authorityFile: '', authorityData: '', insecure: false } : {}),
    ...(isServerGiven ? { tlsServerName: '' } : {}),
    ...parts,
  };
}

function check(
  clusterName: string,
  cluster: ClusterEntry,
  userName: string,
  user: UserEntry,
  dialect: Dialect,
): void {
  const ofUser = userErrors(userName, user);
  const isEmpty = ofUser.length === 0 && isDeepEmpty(cluster);
  const problems = isEmpty ? [noConfiguration(dialect)] : [...ofUser, ...clusterErrors(clusterName, cluster)];
  if (problems.length === 0) return;
  throw new Error(`invalid configuration: ${aggregate(problems)}`);
}

const isDeepEmpty = ({ extensions, ...rest }: ClusterEntry): boolean =>
  extensions.size === 0 && Object.values(rest).every((value) => value === '' || value === false);

/** The variable names the server where a command line is not asked otherwise. */
export const masterVariable = ({ service }: Dialect): string => `${service.toUpperCase()}_MASTER`;

const noConfiguration = (dialect: Dialect): string =>
  `no configuration has been provided, try setting ${masterVariable(dialect)} environment variable`;

const given = <T extends object>(override: T): Partial<T> =>
  Object.fromEntries(
    Object.entries(override).filter(([, value]) => value !== undefined && value !== ''),
  ) as Partial<T>;
