import type { GroupResource } from '../api/meta/status.ts';

/**
 * Where objects stand in the store: `<prefix>/<group>/<resource>/[<namespace>/]<name>`, the core group as
 * `core`. Components come validated, but a store must not depend on that: one that could reach into another
 * object's place is refused here once more.
 *
 *     keys.object({ group: 'apps', resource: 'deployments' }, 'default', 'web')
 *     // '/registry/apps/deployments/default/web'
 */
export class StorageKeys {
  /** With a '/' at its end. Everything that the product writes lies below it. */
  readonly prefix: string;

  constructor(prefix: string) {
    this.prefix = `/${prefix.replaceAll(/^\/+|\/+$/g, '')}/`;
  }

  /** Below this lie all objects of a resource type. */
  resource({ group, resource }: GroupResource): string {
    return `${this.prefix}${component(group === '' ? 'core' : group)}/${component(resource)}/`;
  }

  object(type: GroupResource, namespace: string, name: string): string {
    return this.resource(type) + relativeKey(namespace, name);
  }

  /** Something of the product's own that is no object. */
  internal(...names: string[]): string {
    return `${this.prefix}internal/${names.map(component).join('/')}`;
  }
}

/** The key below the resource type: `default/web`, or `web` when there is no namespace. */
export function relativeKey(namespace: string, name: string): string {
  return namespace === '' ? segment(name) : `${segment(namespace)}/${segment(name)}`;
}

/** `default/web` is the namespace default and the name web. */
export function splitRelativeKey(key: string): { namespace: string; name: string } {
  const at = key.indexOf('/');
  if (at === -1) return { namespace: '', name: decodeURIComponent(key) };
  return { namespace: decodeURIComponent(key.slice(0, at)), name: decodeURIComponent(key.slice(at + 1)) };
}

/** The first key after all keys that begin with the prefix (which ends with '/', the character before '0'). */
export function endOfPrefix(prefix: string): string {
  return `${prefix.slice(0, -1)}0`;
}

/**
 * Names may have characters that keys have not (`Rôle d'accès` of a ClusterRole): these are percent-encoded, and the
 * percent sign, which no name has, with them.
 */
function segment(text: string): string {
  return component(text.replaceAll(/[^\x21-\x24\x26-\x2e\x30-\x7e]+/g, encodeURIComponent));
}

function component(text: string): string {
  if (text === '' || text === '.' || text === '..' || !/^[\x21-\x2e\x30-\x7e]+$/.test(text)) {
    throw new Error(`${JSON.stringify(text)} cannot be part of a key`);
  }
  return text;
}
