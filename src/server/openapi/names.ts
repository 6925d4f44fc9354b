import type { Dialect } from '../../api/meta/dialect.ts';

export interface GroupVersionKind {
  group: string;
  version: string;
  kind: string;
}

/** `#/definitions/` and so on: where a form of the document keeps its definitions. */
export type Form = 'v2' | 'v3';

/** Beginning of a reference to a definition. */
export const referencePrefix: Readonly<Record<Form, string>> = {
  v2: '#/definitions/',
  v3: '#/components/schemas/',
};

/**
 * The name under which clients know the definition of a message: the API domain reversed, the home of its
 * package, the message.
 *
 *     core.v1.Pod              io.<domain>.api.core.v1.Pod
 *     meta.v1.ObjectMeta       io.<domain>.apimachinery.pkg.apis.meta.v1.ObjectMeta
 */
export function definitionName(dialect: Dialect, message: string): string {
  return homeName(dialect, `${homeOf(dialect, message.slice(0, message.indexOf('.')))}.${message}`);
}

/** Name of a definition outside of the packages of groups: `apimachinery.pkg.api.resource.Quantity`. */
export function homeName({ api }: Dialect, path: string): string {
  return `${api.split('.').reverse().join('.')}.${path}`;
}

function homeOf({ prefix }: Dialect, group: string): string {
  switch (group) {
    case 'meta':
      return 'apimachinery.pkg.apis';
    case 'apiextensions':
      return 'apiextensions-apiserver.pkg.apis';
    case 'apiregistration':
      return `${prefix}-aggregator.pkg.apis`;
    default:
      return 'api';
  }
}

/** The message of a kind: `core.v1.Pod`. */
export function messageName({ group, version, kind }: GroupVersionKind): string {
  return `${group === '' ? 'core' : group.split('.')[0]}.${version}.${kind}`;
}

/**
 * The name of a group within identifiers, without the API domain.
 *
 *     ""                              Core
 *     apps                            Apps
 *     rbac.authorization.<domain>     RbacAuthorization
 *     stable.example.com              StableExampleCom
 */
export function groupWord({ api }: Dialect, group: string): string {
  if (group === '') return 'Core';
  const own = group.endsWith(`.${api}`) ? group.slice(0, -api.length - 1) : group;
  return own
    .split(/[^A-Za-z0-9]+/)
    .map(capitalized)
    .join('');
}

/** `core_v1`, `rbacAuthorization_v1` */
export function tagOf(dialect: Dialect, { group, version }: { group: string; version: string }): string {
  return `${groupTag(dialect, group)}_${version}`;
}

/** `core`, `rbacAuthorization` */
export function groupTag(dialect: Dialect, group: string): string {
  const word = groupWord(dialect, group);
  return word.charAt(0).toLowerCase() + word.slice(1);
}

/** `V1beta1`, `Status` */
export function capitalized(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
