import type { FeatureGates } from '../../api/gates/feature-gates.ts';
import { type Dialect, fillPlaceholders } from '../../api/meta/dialect.ts';
import type { RbacV1PolicyRule } from '../../api/schema/types.gen.ts';
import type { Content } from '../../registry/write/complete-object.ts';
import { clusterBindings } from './cluster-bindings.ts';
import { componentRoles } from './component-roles.ts';
import { controllerRules } from './controller-roles.ts';
import { laterControllers } from './later-controller-roles.ts';
import { namespacedBindings, namespacedRoles } from './namespaced-roles.ts';
import {
  type BindingEntry,
  isThere,
  type Life,
  type NamespacedRoleEntry,
  type RoleEntry,
  rulesIn,
} from './notation.ts';
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

/** All of it as a release has it, in the words of the dialect: roles first. */
export function defaultPolicy(
  dialect: Dialect,
  gates: FeatureGates,
): { roles: PolicyObject[]; bindings: PolicyObject[] } {
  const present = <T extends Life>(entries: readonly T[]): T[] =>
    entries.filter((entry) => isThere(entry, gates));
  const inRelease = <T extends RoleEntry>(role: T) => ({ ...role, rules: rulesIn(role.rules, gates) });
  const ofControllers = [
    ...Object.entries(controllerRules).map(([name, rules]): RoleEntry => ({ name, rules })),
    ...laterControllers,
  ].map((role) => ({ ...role, name: `system:controller:${role.name}` }));
  const clusterRoles = present([...userRoles, ...componentRoles, ...ofControllers]).map(inRelease);
  const roles = [
    ...clusterRoles.map(roleObject),
    ...namespacedRoles.map(inRelease).map(namespacedRoleObject),
  ];
  const bindings = present([...clusterBindings, ...namespacedBindings]).map((binding) =>
    bindingObject({ ...binding, subjects: present(binding.subjects) }),
  );
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

type Released<T extends RoleEntry> = Omit<T, 'rules'> & { readonly rules: readonly RbacV1PolicyRule[] };

function roleObject({ name, rules, aggregateTo, gathers }: Released<RoleEntry>): PolicyObject {
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

const namespacedRoleObject = ({ namespace, name, rules }: Released<NamespacedRoleEntry>): PolicyObject => ({
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
      subjects: subjects.map(({ kind, name: subject, namespace: of }) =>
        kind === 'ServiceAccount'
          ? { kind, name: subject, namespace: of }
          : { kind, name: subject, apiGroup },
      ),
    },
  };
}

/** No word of a dialect means anything in JSON. */
function inWordsOf(dialect: Dialect, object: PolicyObject): PolicyObject {
  const text = fillPlaceholders(dialect, JSON.stringify(object)).replaceAll('{nodeAgent}', dialect.nodeAgent);
  const spoken = JSON.parse(text) as PolicyObject;
  for (const rule of (spoken.content['rules'] as Record<string, string[]>[] | null | undefined) ?? []) {
    for (const list of Object.values(rule)) list.sort();
  }
  return spoken;
}
