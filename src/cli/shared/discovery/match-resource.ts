import type { ServedResource } from './served-api.ts';

/**
 * The types that a user's word may mean, the best first: `pods`, `pod`, `po`, `Pod`, `deployments.apps`,
 * `deployments.v1.apps`, `deploy.ext`. A group may be given by its beginning, when no group is called so.
 */
export function matchResource(resources: readonly ServedResource[], word: string): ServedResource[] {
  const typed = word.toLowerCase();
  const [name = '', ...rest] = typed.split('.');
  const named = byName(resources, name);
  if (rest.length === 0) return preferredFirst(named);
  const [version, ...group] = rest;
  const exact = named.filter((one) => one.version === version && one.group === group.join('.'));
  if (exact.length > 0) return exact;
  return preferredFirst(ofGroup(named, rest.join('.')));
}

/** Full names come before short ones: a type may be called as another is for short. */
function byName(resources: readonly ServedResource[], name: string): ServedResource[] {
  const isCalled = ({ resource, singular, kind }: ServedResource): boolean =>
    resource === name || (singular || kind.toLowerCase()) === name;
  const full = resources.filter(isCalled);
  return full.length > 0 ? full : resources.filter(({ shortNames }) => shortNames.includes(name));
}

function ofGroup(resources: readonly ServedResource[], group: string): ServedResource[] {
  const exact = resources.filter((one) => one.group === group);
  return exact.length > 0 ? exact : resources.filter((one) => one.group.startsWith(group));
}

/** The server's order of groups; in the group of the first its preferred version. */
function preferredFirst(resources: readonly ServedResource[]): ServedResource[] {
  const [first] = resources;
  if (first === undefined) return [];
  const preferred = resources.find((one) => one.group === first.group && one.isPreferred) ?? first;
  return [preferred, ...resources.filter((one) => one !== preferred)];
}

/** The types of a category, one version of each. */
export function resourcesOfCategory(
  resources: readonly ServedResource[],
  category: string,
): ServedResource[] {
  const chosen = new Map<string, ServedResource>();
  for (const one of resources) {
    const key = `${one.resource}.${one.group}`;
    const known = chosen.get(key);
    if (!one.categories.includes(category) || (known !== undefined && !one.isPreferred)) continue;
    chosen.set(key, one);
  }
  return [...chosen.values()];
}
