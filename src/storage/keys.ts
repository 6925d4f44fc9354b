import type { GroupResource } from '../api/meta/status.ts';

/** Places of the resource types of the product itself, below the prefix, by `<plural>.<group>`: see key-table.ts. */
export type BuiltInPaths = ReadonlyMap<string, string>;

/**
 * Keys of objects in the store: `<prefix>/<resource>[/<namespace>]/<name>`, byte for byte where other servers of
 * this API look for them. Built-in types have a path of their own, mostly the resource without its group; of custom
 * resources it is `<group>/<resource>`. Components come validated, but a store must not depend on that: one that
 * could reach into another object's place is refused here once more.
 *
 *     keys.object({ group: 'apps', resource: 'deployments' }, 'default', 'web')
 *     // '/registry/deployments/default/web'
 *     keys.object({ group: 'example.com', resource: 'crontabs' }, 'default', 'web')
 *     // '/registry/example.com/crontabs/default/web'
 */
export class StorageKeys {
  /** With a '/' at its end. All objects lie below it. */
  readonly prefix: string;
  readonly #builtIn: BuiltInPaths;

  constructor(prefix: string, builtIn: BuiltInPaths = new Map()) {
    this.prefix = `/${prefix.replaceAll(/^\/+|\/+$/g, '')}/`;
    this.#builtIn = builtIn;
  }

  /** Below this lie all objects of a resource type. */
  resource({ group, resource }: GroupResource): string {
    const builtIn = this.#builtIn.get(`${resource}.${group}`);
    if (builtIn !== undefined) return `${this.prefix}${builtIn}/`;
    const path = group === '' ? component(resource) : `${component(group)}/${component(resource)}`;
    return `${this.prefix}${path}/`;
  }

  object(type: GroupResource, namespace: string, name: string): string {
    return this.resource(type) + relativeKey(namespace, name);
  }

  /** Key of what is shared with other servers and is no object of a resource: `masterleases/10.0.0.1`. */
  shared(...names: string[]): string {
    return this.prefix + names.map(component).join('/');
  }
}

/** The key below the resource type: `default/web`, or `web` when there is no namespace. */
export function relativeKey(namespace: string, name: string): string {
  return namespace === '' ? segment(name) : `${segment(namespace)}/${segment(name)}`;
}

/** `default/web` is the namespace default and the name web. */
export function splitRelativeKey(key: string): { namespace: string; name: string } {
  const at = key.indexOf('/');
  if (at === -1) return { namespace: '', name: textOf(key) };
  return { namespace: textOf(key.slice(0, at)), name: textOf(key.slice(at + 1)) };
}

/** The first key after all keys that begin with the prefix (which ends with '/', the character before '0'). */
export function endOfPrefix(prefix: string): string {
  return `${prefix.slice(0, -1)}0`;
}

const plain = /^[\x20-\x24\x26-\x2e\x30-\x7e]+$/;

/**
 * A name as it stands in a key: its UTF-8 bytes, each as one character, so that the order of keys is that of the store.
 * The characters that no name may have, and those that a store cannot hold in a key, are percent-encoded: no name
 * reaches into the place of another.
 */
function segment(text: string): string {
  if (text === '' || text === '.' || text === '..') throw noPart(text);
  if (plain.test(text)) return text;
  return Buffer.from(text.replaceAll(/[%/\0\x01]/g, percentEncoded)).toString('latin1');
}

const percentEncoded = (character: string): string =>
  `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;

/** The name behind a segment. */
function textOf(segment: string): string {
  if (plain.test(segment)) return segment;
  const text = Buffer.from(segment, 'latin1').toString();
  return text.replaceAll(/%(?:25|2F|00|01)/g, decodeURIComponent);
}

function component(text: string): string {
  if (text === '.' || text === '..' || !/^[\x21-\x2e\x30-\x7e]+$/.test(text)) throw noPart(text);
  return text;
}

const noPart = (text: string): Error => new Error(`${JSON.stringify(text)} cannot be part of a key`);
