import { type Dialect, fillPlaceholders } from '../api/meta/dialect.ts';
import type { KindDefinition } from '../api/schema/schema.ts';
import type { BuiltInPaths } from './keys.ts';

/** The resource types that do not lie under their own name, by `<plural>.<group>`. */
const special: Readonly<Record<string, string>> = {
  'nodes.': 'minions',
  'services.': 'services/specs',
  'endpoints.': 'services/endpoints',
  'replicationcontrollers.': 'controllers',
  'ingresses.networking.{api}': 'ingress',
  'podsecuritypolicies.policy': 'podsecuritypolicy',
  'apiservices.apiregistration.{api}': 'apiregistration.{api}/apiservices',
  'customresourcedefinitions.apiextensions.{api}': 'apiextensions.{api}/customresourcedefinitions',
};

/**
 * Places of the objects of the built-in kinds: under the plural without the group, with the exceptions above. Types of
 * two groups that share their objects share the place.
 */
export function builtInPaths(
  kinds: readonly Pick<KindDefinition, 'group' | 'plural' | 'storedAs'>[],
  dialect: Dialect,
): BuiltInPaths {
  const exceptions = new Map(
    Object.entries(special).map(([type, path]) => [
      fillPlaceholders(dialect, type),
      fillPlaceholders(dialect, path),
    ]),
  );
  return new Map(
    kinds.map(({ group, plural, storedAs }) => [
      `${plural}.${group}`,
      exceptions.get(`${plural}.${storedAs.group}`) ?? plural,
    ]),
  );
}
