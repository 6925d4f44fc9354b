import { type Dialect, fillPlaceholders } from '../../api/meta/dialect.ts';
import type { Content } from '../../registry/write/complete-object.ts';
import { clusterBindings } from './cluster-bindings.ts';
import { componentRoles } from './component-roles.ts';
import { controllerRules } from './controller-roles.ts';
import { namespacedBindings, namespacedRoles } from './namespaced-roles.ts';
import type { BindingEntry, NamespacedRoleEntry, RoleEntry } from './notation.ts';
import { userRoles } from './user-roles.ts';

/** An object of the policy with which every cluster begins. */
export interface PolicyObject {
  /** Plural. */
  readonly resource: string;
  readonly namespace: string;
  readonly content: Content;
}

/** Group of roles and bindings. */
export const roleGroup = (dialect: Dialect): string => fillPlaceholders(dialect, 'rbac.authorization.{api}');

/** An operator who sets it to "false" keeps the object as he has made it. */
export const autoUpdateAnnotation = (dialect: Dialect): string =>
  fillPlaceholders(dialect, 'rbac.authorization.{label}/autoupdate');

/** All of it, in the words of the dialect: roles first. */
export function defaultPolicy(dialect: Dialect): { roles: PolicyObject[]; bindings: PolicyObject[] } {
  const ofControllers = Object.entries(controllerRules).map(
    ([name, rules]): RoleEntry => ({ name: `system:controller:${name}`, rules }),
  );
  const clusterRoles = [...userRoles, ...componentRoles, ...ofControllers];
  const roles = [...clusterRoles.map(roleObject), ...namespacedRoles.map(namespacedRoleObject)];
  const bindings = [...clusterBindings, ...namespacedBindings].map(bindingObject);
  return {
    roles: roles.map((object) => inWordsOf(dialect, object)),
    bindings: bindings.map((object) => inWordsOf(dialect, object)),
  };
}

const labels = { '{label}/bootstrapping': 'rbac-defaults' };
const annotations = { 'rbac.authorization.{label}/autoupdate': 'true' };
const aggregateLabel = (role: string): Record<string, string> => ({
  [`rbac.authorization.{api}/aggregate-to-${role}`]: 'true',
});

function roleObject({ name, rules, aggregateTo, gathers }: RoleEntry): PolicyObject {
  const all = { ...labels, ...(aggregateTo && aggregateLabel(aggregateTo)) };
  const aggregationRule = gathers && { clusterRoleSelectors: [{ matchLabels: aggregateLabel(gathers) }] };
  return {
    resource: 'clusterroles',
    namespace: '',
    content: {
      metadata: { name, labels: all, annotations },
      ...(aggregationRule ? { aggregationRule, rules: null } : { rules }),
    },
  };
}

const namespacedRoleObject = ({ namespace, name, rules }: NamespacedRoleEntry): PolicyObject => ({
  resource: 'roles',
  namespace,
  content: { metadata: { name, labels, annotations }, rules },
});

function bindingObject({ namespace, name, role, subjects }: BindingEntry): PolicyObject {
  const isCluster = namespace === '';
  const apiGroup = 'rbac.authorization.{api}';
  return {
    resource: isCluster ? 'clusterrolebindings' : 'rolebindings',
    namespace,
    content: {
      metadata: { name, labels, annotations },
      roleRef: { apiGroup, kind: isCluster ? 'ClusterRole' : 'Role', name: role },
      subjects: subjects.map((subject) =>
        subject.kind === 'ServiceAccount' ? subject : { ...subject, apiGroup },
      ),
    },
  };
}

/** No word of a dialect means anything in JSON. */
function inWordsOf(dialect: Dialect, object: PolicyObject): PolicyObject {
  const text = fillPlaceholders(dialect, JSON.stringify(object))
    .replaceAll('{prefix}', dialect.prefix)
    .replaceAll('{nodeAgent}', dialect.nodeAgent);
  const spoken = JSON.parse(text) as PolicyObject;
  for (const rule of (spoken.content['rules'] as Record<string, string[]>[] | null | undefined) ?? []) {
    for (const list of Object.values(rule)) list.sort();
  }
  return spoken;
}
