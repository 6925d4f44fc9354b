import type { AdmissionregistrationV1MatchResources } from '../../api/schema/types.gen.ts';
import type { ApiCaller } from '../../client/api/api-call.ts';
import { isAnswer } from '../../client/api/api-error.ts';

/** A kind in one of its versions. */
export interface KindName {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
}

/** Kinds that one policy is checked with at most. */
const maxKinds = 10;

/** The path of what is said about a group version. */
export const pathOfVersion = ({ group, version }: Pick<KindName, 'group' | 'version'>): string =>
  group === '' ? `/api/${version}` : `/apis/${group}/${version}`;

/**
 * The kinds that the rules of a policy name: of rules for any group or version there are none, nor of any resource and of
 * subresources.
 */
export async function matchedKinds(
  { resourceRules = [] }: AdmissionregistrationV1MatchResources,
  client: ApiCaller,
): Promise<KindName[]> {
  const known = new Map<string, Promise<ReadonlyMap<string, string>>>();
  const found = new Map<string, KindName>();
  for (const { apiGroups = [], apiVersions = [], resources = [] } of resourceRules) {
    if (apiGroups.includes('*') || apiVersions.includes('*')) continue;
    const named = resources.filter((resource) => resource !== '*' && !resource.includes('/'));
    for (const group of apiGroups) {
      for (const version of apiVersions) {
        const path = pathOfVersion({ group, version });
        if (!known.has(path)) known.set(path, kindsAt(path, client));
        const kinds = await known.get(path)!;
        for (const resource of named) {
          const kind = kinds.get(resource);
          if (kind === undefined || found.size >= maxKinds) continue;
          found.set(`${path} ${kind}`, { group, version, kind });
        }
      }
    }
  }
  return [...found.values()];
}

/** The kinds of a group version by the names of their resources; none where the version is not served. */
async function kindsAt(path: string, client: ApiCaller): Promise<ReadonlyMap<string, string>> {
  try {
    const { resources = [] } = await client.json<{ resources?: { name: string; kind: string }[] }>({
      method: 'GET',
      path,
    });
    return new Map(resources.map(({ name, kind }) => [name, kind]));
  } catch (error) {
    if (isAnswer(error, 404)) return new Map();
    throw error;
  }
}
