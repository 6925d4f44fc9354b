import type { GroupResource } from '../../api/meta/status.ts';
import { relativeKey } from '../../storage/keys.ts';

/** Resource types that have another name in keys than in paths. */
const names: ReadonlyMap<string, string> = new Map([
  ['nodes', 'minions'],
  ['endpoints', 'services/endpoints'],
  ['services', 'services/specs'],
  ['replicationcontrollers', 'controllers'],
  ['ingresses', 'ingress'],
  ['podsecuritypolicies', 'podsecuritypolicy'],
]);

/** Where an object is stored, as clients know it from messages: `/registry/services/specs/default/web`. */
export function storedKeyText({ resource }: GroupResource, namespace: string, name: string): string {
  return `/registry/${names.get(resource) ?? resource}/${relativeKey(namespace, name)}`;
}
