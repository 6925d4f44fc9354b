import type { AdmissionTarget } from '../plugin.ts';

/** The attributes of a request that webhook rules match. */
export interface RuledTarget extends AdmissionTarget {
  readonly version: string;
  /** The object is in a namespace. A Namespace is in none. */
  readonly isNamespaced: boolean;
}

/** One rule of a webhook: all four lists and the scope have to fit. */
export interface Rule {
  readonly operations: readonly string[];
  readonly groups: readonly string[];
  readonly versions: readonly string[];
  /** `pods/status` in two; "" for no subresource. `*` is any. */
  readonly resources: readonly (readonly [resource: string, subresource: string])[];
  readonly scope: string;
}

interface RuleObject {
  operations?: string[];
  apiGroups?: string[];
  apiVersions?: string[];
  resources?: string[];
  scope?: string;
}

export function ruleOf({
  operations = [],
  apiGroups: groups = [],
  apiVersions: versions = [],
  resources = [],
  scope = '*',
}: RuleObject): Rule {
  return { operations, groups, versions, resources: resources.map(inTwo), scope };
}

/**
 * Worked example: `pods` is for pods alone, `pods/*` for pods and all that is below them, `*` for everything without a
 * subresource; a star before the slash for that subresource of everything.
 */
export function ruleMatches(rule: Rule, target: RuledTarget): boolean {
  return (
    has(rule.operations, target.operation) &&
    has(rule.groups, target.group) &&
    has(rule.versions, target.version) &&
    rule.resources.some(
      ([resource, subresource]) =>
        isOrAny(resource, target.resource) && isOrAny(subresource, target.subresource),
    ) &&
    inScope(rule.scope, target.isNamespaced)
  );
}

const isOrAny = (wanted: string, given: string): boolean => wanted === '*' || wanted === given;

const has = (wanted: readonly string[], given: string): boolean => wanted.some((one) => isOrAny(one, given));

function inScope(scope: string, isNamespaced: boolean): boolean {
  if (scope === 'Namespaced') return isNamespaced;
  return scope === '*' || (scope === 'Cluster' && !isNamespaced);
}

function inTwo(resource: string): readonly [string, string] {
  const slash = resource.indexOf('/');
  return slash === -1 ? [resource, ''] : [resource.slice(0, slash), resource.slice(slash + 1)];
}
