import {
  type DiscoveredResource,
  type DiscoveryResult,
  preferredResources,
} from '../../client/api/discovery.ts';

/** The types that a namespace is emptied of, each in one version. */
export function deletableTypes(served: DiscoveryResult): DiscoveredResource[] {
  return preferredResources(served).filter(({ namespaced, verbs }) => namespaced && verbs.includes('delete'));
}

export const isPods = ({ group, resource }: DiscoveredResource): boolean =>
  group === '' && resource === 'pods';
