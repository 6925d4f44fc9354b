import { isDeepStrictEqual } from 'node:util';
import { uncoveredRules } from '../../access/authorization/rbac/rule-covers.ts';
import type { ApiObject } from '../../api/meta/metadata.ts';
import type {
  MetaV1LabelSelector,
  RbacV1ClusterRole,
  RbacV1ClusterRoleBinding,
  RbacV1Subject,
} from '../../api/schema/types.gen.ts';
import type { Content } from '../../registry/write/complete-object.ts';

/** Roles and bindings alike, as far as they are looked at. */
type Policy = Partial<Pick<RbacV1ClusterRole, 'rules' | 'aggregationRule'>> &
  Partial<Pick<RbacV1ClusterRoleBinding, 'roleRef' | 'subjects'>>;

/**
 * Adds to an object of the policy what is missing, and keeps what the operator has added; a binding to another role
 * becomes what it should be. Whether that changed anything.
 */
export function reconcile(object: ApiObject, wanted: Content): boolean {
  const [present, expected] = [object as Policy, wanted as Policy];
  const changes = [
    addMissing(object.metadata, 'labels', wanted.metadata.labels),
    addMissing(object.metadata, 'annotations', wanted.metadata.annotations),
    addRules(present, expected),
    addSelectors(present, expected),
    expected.roleRef !== undefined && bind(present, expected),
  ];
  return changes.includes(true);
}

function addMissing(
  metadata: ApiObject['metadata'],
  field: 'labels' | 'annotations',
  wanted: Readonly<Record<string, string>> = {},
): boolean {
  const present = metadata[field] ?? {};
  const missing = Object.entries(wanted).filter(([key]) => !Object.hasOwn(present, key));
  if (missing.length === 0) return false;
  metadata[field] = { ...present, ...Object.fromEntries(missing) };
  return true;
}

function addRules(present: Policy, { rules }: Policy): boolean {
  const missing = uncoveredRules(present.rules ?? [], rules ?? []);
  if (missing.length === 0) return false;
  present.rules = [...(present.rules ?? []), ...missing];
  return true;
}

function addSelectors(present: Policy, { aggregationRule }: Policy): boolean {
  const selectors: MetaV1LabelSelector[] = present.aggregationRule?.clusterRoleSelectors ?? [];
  const missing = (aggregationRule?.clusterRoleSelectors ?? []).filter(
    (wanted) => !selectors.some((selector) => JSON.stringify(selector) === JSON.stringify(wanted)),
  );
  if (missing.length === 0) return false;
  present.aggregationRule = { clusterRoleSelectors: [...selectors, ...missing] };
  return true;
}

function bind(present: Policy, { roleRef, subjects = [] }: Policy): boolean {
  if (!isDeepStrictEqual({ ...present.roleRef }, { ...roleRef })) {
    present.roleRef = { ...roleRef! };
    present.subjects = [...subjects];
    return true;
  }
  const known = new Set((present.subjects ?? []).map(identity));
  const missing = subjects.filter((subject) => !known.has(identity(subject)));
  if (missing.length === 0) return false;
  present.subjects = [...(present.subjects ?? []), ...missing];
  return true;
}

const identity = ({ kind, apiGroup = '', namespace = '', name }: RbacV1Subject): string =>
  [kind, apiGroup, namespace, name].join('/');
