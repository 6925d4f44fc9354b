import type { GroupResource } from '../../meta/status.ts';
import { groupResourceText } from '../../meta/status.ts';
import { one } from '../amounts.ts';
import type { Evaluator } from './evaluator.ts';

/** `count/deployments.apps`: how quotas count the objects of any type. */
const countName = (type: GroupResource): string => `count/${groupResourceText(type)}`;

/** Core types with an unprefixed quota name: `secrets` beside `count/secrets`. */
const bareNames = new Set(['configmaps', 'resourcequotas', 'replicationcontrollers', 'secrets']);

/** Objects of which nothing but their number counts. `aliases`: other groups in which the same objects are. */
export function counts(type: GroupResource, aliases: readonly GroupResource[]): Evaluator {
  const bare = type.group === '' && bareNames.has(type.resource) ? [type.resource] : [];
  const names = new Set([...[type, ...aliases].map(countName), ...bare]);
  const examined = { usage: new Map([...names].map((name) => [name, one])) };
  return {
    type,
    updates: [],
    // There are many such types, and few names of each.
    countable: (resources) => [...names].filter((name) => resources.has(name)),
    examine: () => examined,
  };
}
