import type { JsonMap } from '../../../api/json/json-values.ts';
import { type Dialect, fillPlaceholders } from '../../../api/meta/dialect.ts';
import { CliError } from '../../shared/errors/cli-error.ts';
import { parseSelectorMap } from './assignments.ts';
import { type NewObject, newObject } from './named-object.ts';

/** Resources of one group. */
export interface GroupResources {
  group: string;
  /** `pods`, `pods/log` */
  resources: readonly string[];
}

export interface RoleOptions {
  name: string;
  verbs: readonly string[];
  resources: readonly GroupResources[];
  resourceNames: readonly string[];
}

const rbac = (dialect: Dialect, kind: string) => ({
  apiVersion: fillPlaceholders(dialect, 'rbac.authorization.{api}/v1'),
  kind,
});

/** Throws CliError. */
export function role(options: RoleOptions, dialect: Dialect): NewObject {
  if (options.verbs.length === 0) throw new CliError('at least one verb must be specified');
  if (options.resources.length === 0) throw new CliError('at least one resource must be specified');
  return newObject(rbac(dialect, 'Role'), { name: options.name }, { rules: resourceRules(options) });
}

export interface ClusterRoleOptions extends RoleOptions {
  nonResourceURLs: readonly string[];
  /** `a=b,c=d`: it has the rules of cluster roles with these labels. */
  aggregationRule: string;
}

/** Throws CliError. */
export function clusterRole(options: ClusterRoleOptions, dialect: Dialect): NewObject {
  const { name, verbs, resources, nonResourceURLs, aggregationRule } = options;
  const type = rbac(dialect, 'ClusterRole');
  if (aggregationRule !== '') {
    if (verbs.length + resources.length + nonResourceURLs.length + options.resourceNames.length > 0) {
      throw new CliError(
        'aggregation rule must be specified without nonResourceURLs, verbs, resources or resourceNames',
      );
    }
    const selector = { matchLabels: parseSelectorMap(aggregationRule) };
    return newObject(type, { name }, { aggregationRule: { clusterRoleSelectors: [selector] }, rules: [] });
  }
  if (verbs.length === 0) throw new CliError('at least one verb must be specified');
  if (resources.length === 0 && nonResourceURLs.length === 0)
    throw new CliError('one of resource or nonResourceURL must be specified');
  const urlRules = nonResourceURLs.length === 0 ? [] : [{ verbs, nonResourceURLs }];
  return newObject(type, { name }, { rules: [...resourceRules(options), ...urlRules] });
}

/** One rule for each group. */
function resourceRules({ verbs, resources, resourceNames }: RoleOptions): JsonMap[] {
  return resources.map((of) => ({
    verbs: verbs.includes('*') ? ['*'] : [...new Set(verbs)],
    apiGroups: [of.group],
    resources: [...of.resources],
    ...(resourceNames.length === 0 ? {} : { resourceNames: [...new Set(resourceNames)] }),
  }));
}

export interface BindingOptions {
  name: string;
  clusterRole?: string | undefined;
  /** Not of a cluster role binding. */
  role?: string | undefined;
  users: readonly string[];
  groups: readonly string[];
  /** `namespace:name` */
  serviceAccounts: readonly string[];
}

/** Throws CliError. */
export function roleBinding(options: BindingOptions, dialect: Dialect): NewObject {
  if (!options.clusterRole === !options.role) {
    throw new CliError('exactly one of clusterrole or role must be specified');
  }
  return binding('RoleBinding', options, dialect);
}

/** Throws CliError. */
export function clusterRoleBinding(options: BindingOptions, dialect: Dialect): NewObject {
  if (!options.clusterRole) throw new CliError('required flag(s) "clusterrole" not set');
  return binding('ClusterRoleBinding', options, dialect);
}

function binding(kind: string, options: BindingOptions, dialect: Dialect): NewObject {
  const { name, clusterRole: clusterRoleName, role: roleName, users, groups, serviceAccounts } = options;
  const apiGroup = fillPlaceholders(dialect, 'rbac.authorization.{api}');
  const roleRef = clusterRoleName
    ? { apiGroup, kind: 'ClusterRole', name: clusterRoleName }
    : { apiGroup, kind: 'Role', name: roleName };
  const subjects = [
    ...users.map((user) => ({ apiGroup, kind: 'User', name: user })),
    ...groups.map((group) => ({ apiGroup, kind: 'Group', name: group })),
    ...serviceAccounts.map(serviceAccountSubject),
  ];
  return newObject(
    rbac(dialect, kind),
    { name },
    { roleRef, subjects: subjects.length === 0 ? undefined : subjects },
  );
}

function serviceAccountSubject(text: string): JsonMap {
  const parts = text.split(':');
  if (parts.length !== 2 || parts.includes('')) {
    throw new CliError('serviceaccount must be <namespace>:<name>');
  }
  return { kind: 'ServiceAccount', name: parts[1], namespace: parts[0] };
}
