import { Fields } from '../../../client/fields.ts';

interface Kind {
  group: string;
  version: string;
  kind: string;
}

interface Subresource {
  subresource: string;
  responseKind: Kind;
  verbs: readonly string[];
}

/** A resource type as aggregated discovery shows it. */
export interface AggregatedResource {
  resource: string;
  responseKind: Kind;
  scope: 'Namespaced' | 'Cluster';
  singularResource: string;
  verbs: readonly string[];
  shortNames?: readonly string[];
  categories?: readonly string[];
  subresources?: Subresource[];
}

/**
 * The resource types of a version from its document (an APIResourceList), in the form of aggregated discovery:
 * subresources stand with what they belong to. Throws ShapeError for what is no such document.
 */
export function aggregatedResources(document: unknown, group: string, version: string): AggregatedResource[] {
  const resources = new Map<string, AggregatedResource>();
  const entries = new Fields(document, '').objects('resources');
  const kindOf = (entry: Fields): Kind => ({
    group: entry.text('group') ?? group,
    version: entry.text('version') ?? version,
    kind: entry.text('kind') ?? '',
  });
  for (const entry of entries) {
    const [resource = '', subresource] = entry.required('name').split(/\/(.*)/s);
    const scope = entry.boolean('namespaced') ? 'Namespaced' : 'Cluster';
    const known = resources.get(resource);
    if (subresource === undefined) {
      const [shortNames, categories] = [entry.texts('shortNames'), entry.texts('categories')];
      const subresources = known?.subresources;
      resources.set(resource, {
        resource,
        responseKind: kindOf(entry),
        scope,
        singularResource: entry.text('singularName') ?? '',
        verbs: entry.texts('verbs'),
        ...(shortNames.length > 0 ? { shortNames } : {}),
        ...(categories.length > 0 ? { categories } : {}),
        ...(subresources === undefined ? {} : { subresources }),
      });
      continue;
    }
    const parent = known ?? parentOf(resource, scope);
    resources.set(resource, parent);
    (parent.subresources ??= []).push({
      subresource,
      responseKind: kindOf(entry),
      verbs: entry.texts('verbs'),
    });
  }
  return [...resources.values()];
}

/** The parent of a subresource whose main resource this version does not serve. */
const parentOf = (resource: string, scope: AggregatedResource['scope']): AggregatedResource => ({
  resource,
  scope,
  singularResource: '',
  verbs: [],
  responseKind: { group: '', version: '', kind: '' },
});
