import { maximumDepth } from '../codec/depth.ts';
import { indexOf, type Steps } from './json-pointer.ts';
import { isMap, type JsonMap, ownValue, setValue, tooDeep } from './json-values.ts';
import { PatchError } from './patch-error.ts';

type Container = unknown[] | JsonMap;

/**
 * A JSON value under change. What it was made from stays as it is: a container is copied when it is first
 * written to, and only written to in place once the copy belongs to the document.
 *
 * Invariant: a container that belongs to the document stands at one place in it. Hence `copyOf` copies all the
 * way down, while a value that is moved may take its containers along.
 */
export class JsonDocument {
  #root: unknown;
  readonly #owned = new WeakSet<object>();
  #copyableBytes: number;

  /** `copyableBytes`: what all copies together may take, as JSON. */
  constructor(root: unknown, copyableBytes: number) {
    this.#root = root;
    this.#copyableBytes = copyableBytes;
  }

  get root(): unknown {
    return this.#root;
  }

  /** Undefined when the last step leads nowhere. Throws PatchError when an earlier one does. */
  find(steps: Steps): unknown {
    let value = this.#root;
    for (const [depth, step] of steps.entries()) {
      const next = child(value, step);
      if (next === undefined && depth < steps.length - 1) throw missing(steps);
      value = next;
    }
    return value;
  }

  /** Throws PatchError when there is nothing. */
  get(steps: Steps): unknown {
    const value = this.find(steps);
    if (value === undefined) throw missing(steps);
    return value;
  }

  /** Into an array: inserts; `-` is the place after the last. Into a map: adds, or replaces what is there. */
  add(steps: Steps, value: unknown): void {
    const last = steps.at(-1);
    if (last === undefined) {
      this.#root = value;
      return;
    }
    const parent = this.#writableParent(steps);
    if (Array.isArray(parent)) insert(parent, last, value, steps);
    else setValue(parent, last, value);
  }

  replace(steps: Steps, value: unknown): void {
    this.get(steps);
    const last = steps.at(-1);
    if (last === undefined) this.#root = value;
    else put(this.#writableParent(steps), last, value);
  }

  remove(steps: Steps): void {
    this.get(steps);
    const last = steps.at(-1);
    if (last === undefined) throw new PatchError('Rejected', 'the whole document cannot be removed');
    const parent = this.#writableParent(steps);
    if (Array.isArray(parent)) parent.splice(indexOf(last)!, 1);
    else delete parent[last];
  }

  /** A deep copy, for another place. Throws PatchError as soon as copies take more than they may. */
  copyOf(value: unknown, depth = 0): unknown {
    if (depth > maximumDepth) throw tooDeep();
    if (Array.isArray(value)) {
      this.#charge(value.length + 1);
      return value.map((item) => this.copyOf(item, depth + 1));
    }
    if (!isMap(value)) {
      this.#charge(typeof value === 'string' ? jsonBytes(value) : String(value).length);
      return value;
    }
    const copy: JsonMap = {};
    this.#charge(1);
    for (const key of Object.keys(value)) {
      this.#charge(jsonBytes(key) + 2);
      setValue(copy, key, this.copyOf(value[key], depth + 1));
    }
    return copy;
  }

  #charge(bytes: number): void {
    this.#copyableBytes -= bytes;
    if (this.#copyableBytes < 0) throw new PatchError('Rejected', 'copies make the document grow too much');
  }

  /** What the last step starts from, made writable together with everything on the way to it. */
  #writableParent(steps: Steps): Container {
    let parent = this.#writable(this.#root, steps);
    this.#root = parent;
    for (const step of steps.slice(0, -1)) {
      const next = this.#writable(child(parent, step), steps);
      put(parent, step, next);
      parent = next;
    }
    return parent;
  }

  #writable(value: unknown, steps: Steps): Container {
    if (typeof value !== 'object' || value === null) throw missing(steps);
    if (this.#owned.has(value)) return value as Container;
    const copy = Array.isArray(value) ? [...value] : { ...value };
    this.#owned.add(copy);
    return copy;
  }
}

function child(value: unknown, step: string): unknown {
  if (isMap(value)) return ownValue(value, step);
  const index = indexOf(step);
  return Array.isArray(value) && index !== undefined ? value[index] : undefined;
}

function insert(list: unknown[], step: string, value: unknown, steps: Steps): void {
  const index = step === '-' ? list.length : indexOf(step);
  if (index === undefined || index > list.length) throw missing(steps);
  list.splice(index, 0, value);
}

/** In place of what stands there. */
function put(container: Container, step: string, value: unknown): void {
  if (Array.isArray(container)) container[indexOf(step)!] = value;
  else setValue(container, step, value);
}

const jsonBytes = (text: string): number => Buffer.byteLength(JSON.stringify(text));

const missing = (steps: Steps): PatchError =>
  new PatchError('Rejected', `there is nothing at ${JSON.stringify(steps)}`);
