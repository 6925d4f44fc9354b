import { type Interruptible, Stops } from '../../../util/slices.ts';
import { inOrder } from './key-order.ts';
import { selfKey } from './path-key.ts';
import { fewChildren, inOrderInSteps } from './slow-order.ts';

/**
 * A set of field paths, in the form in which FieldsV1 writes it: one map a level, keyed by path elements. Nothing
 * needs decoding: what stands in `metadata.managedFields` is the set.
 *
 *     { "f:spec": { "f:replicas": {}, "f:ports": { ".": {}, "k:{\"port\":80}": {} } } }
 *
 * holds .spec.replicas, .spec.ports and .spec.ports[port=80], and not .spec. A node without keys is a member; one
 * with keys is a member when it has the key ".". The set without any path is undefined, since `{}` is a member.
 *
 * Sets are immutable and share what they have in common: an operation that changes nothing returns its argument.
 */
export interface FieldNode {
  readonly [key: string]: FieldNode;
}

export type FieldSet = FieldNode | undefined;

export const leaf: FieldNode = Object.freeze({});

/** Whether the node itself is in the set, beside what lies below it. */
export function isMember(node: FieldNode): boolean {
  return selfKey in node || isLeaf(node);
}

export function isLeaf(node: FieldNode): boolean {
  for (const _ in node) return false;
  return true;
}

export type Child = readonly [string, FieldNode];

/** The node with these children, which may be in any order; undefined when nothing is left of it. */
export function nodeOf(children: readonly Child[], member: boolean): FieldSet {
  if (children.length === 0) return member ? leaf : undefined;
  const node: Record<string, FieldNode> = {};
  if (member) node[selfKey] = leaf;
  for (const [key, child] of inOrder(children)) node[key] = child;
  return node;
}

/** Does what `nodeOf` does, with stops when there are many children. */
export function* nodeOfMany(children: readonly Child[], member: boolean): Interruptible<FieldSet> {
  if (children.length <= fewChildren) return nodeOf(children, member);
  const node: Record<string, FieldNode> = {};
  if (member) node[selfKey] = leaf;
  const stops = new Stops();
  for (const [key, child] of yield* inOrderInSteps(children)) {
    node[key] = child;
    if (stops.due()) yield;
  }
  return node;
}

/**
 * Does what nodeOf does; gives `alike` itself when it is that node. Items of a list mostly have the same fields: the
 * node of one of them serves for the next one too. No key may be there twice, or counting keys would not tell one node
 * from another.
 */
export function nodeLike(alike: FieldSet, children: readonly Child[], member: boolean): FieldSet {
  if (alike === undefined || children.length === 0) return nodeOf(children, member);
  const isSame =
    Object.keys(alike).length === children.length + (member ? 1 : 0) &&
    selfKey in alike === member &&
    children.every(([key, child]) => alike[key] === child);
  return isSame ? alike : nodeOf(children, member);
}

/**
 * The node, itself a member, with the children of these keys, which are in order; `from` and `to`: the part of both
 * lists that counts. Gives `alike` itself when it is that node, as `nodeLike` does.
 */
export function nodeOfKeys(
  keys: readonly string[],
  nodes: readonly FieldNode[],
  from: number,
  to: number,
  alike: FieldSet,
): FieldNode {
  if (from === to) return leaf;
  if (alike !== undefined && hasKeys(alike, keys, nodes, from, to)) return alike;
  const node: Record<string, FieldNode> = { [selfKey]: leaf };
  for (let index = from; index < to; index++) node[keys[index]!] = nodes[index]!;
  return node;
}

/** Whether the node is a member and has these children, and no others. */
function hasKeys(
  node: FieldNode,
  keys: readonly string[],
  nodes: readonly FieldNode[],
  from: number,
  to: number,
): boolean {
  for (let index = from; index < to; index++) if (node[keys[index]!] !== nodes[index]) return false;
  return selfKey in node && Object.keys(node).length === to - from + 1;
}

/** Keys of a node but ".". */
export function childKeys(node: FieldNode): string[] {
  const keys = Object.keys(node);
  return keys[0] === selfKey ? keys.slice(1) : keys;
}

/** The union. */
export function union(a: FieldSet, b: FieldSet): FieldSet {
  if (a === undefined || a === b) return b;
  if (b === undefined) return a;
  return unionOfNodes(a, b);
}

function unionOfNodes(a: FieldNode, b: FieldNode): FieldNode {
  const becomesMember = isMember(b) && !isMember(a);
  let children: Map<string, FieldNode> | undefined;
  for (const key of Object.keys(b)) {
    if (key === selfKey) continue;
    const own = a[key];
    const joined = own === undefined ? b[key]! : unionOfNodes(own, b[key]!);
    if (joined === own) continue;
    children ??= new Map(childKeys(a).map((name) => [name, a[name]!]));
    children.set(key, joined);
  }
  if (children === undefined && !becomesMember) return a;
  const entries =
    children === undefined ? childKeys(a).map((name) => [name, a[name]!] as const) : [...children];
  return nodeOf(entries, becomesMember || isMember(a))!;
}

/** The difference; paths below one of the second set stay. */
export function difference(a: FieldSet, b: FieldSet): FieldSet {
  return a === undefined || b === undefined ? a : remaining(a, b, false);
}

/** The difference, also without paths below one of the second set. */
export function differenceBelow(a: FieldSet, b: FieldSet): FieldSet {
  return a === undefined || b === undefined ? a : remaining(a, b, true);
}

function remaining(a: FieldNode, b: FieldNode, below: boolean): FieldSet {
  // Leaves above all: there is one for all sets.
  if (a === b) return undefined;
  const wasMember = isMember(a);
  const leaves = isMember(b);
  if (leaves && below) return undefined;
  let children: Map<string, FieldNode> | undefined;
  for (const key of Object.keys(b)) {
    const own = key === selfKey ? undefined : a[key];
    if (own === undefined) continue;
    const left = remaining(own, b[key]!, below);
    if (left === own) continue;
    children ??= new Map(childKeys(a).map((name) => [name, a[name]!]));
    if (left === undefined) children.delete(key);
    else children.set(key, left);
  }
  if (children === undefined && !(wasMember && leaves)) return a;
  const entries =
    children === undefined ? childKeys(a).map((name) => [name, a[name]!] as const) : [...children];
  return nodeOf(entries, wasMember && !leaves);
}

/** The intersection. */
export function intersection(a: FieldSet, b: FieldSet): FieldSet {
  if (a === undefined || b === undefined) return undefined;
  const children: [string, FieldNode][] = [];
  for (const key of Object.keys(b)) {
    if (key === selfKey || a[key] === undefined) continue;
    const common = intersection(a[key], b[key]);
    if (common !== undefined) children.push([key, common]);
  }
  return nodeOf(children, isMember(a) && isMember(b));
}

export function sameSet(a: FieldSet, b: FieldSet): boolean {
  if (a === b) return true;
  if (a === undefined || b === undefined || isMember(a) !== isMember(b)) return false;
  const keys = childKeys(a);
  return (
    keys.length === childKeys(b).length &&
    keys.every((key) => b[key] !== undefined && sameSet(a[key], b[key]))
  );
}

/** A set in the making: paths are added in any order. */
export class FieldSetBuilder {
  readonly #root = new Map<string, Unfinished>();

  /** Adds the path, with what lies below it. No path may be added twice, nor below one that was added. */
  add(path: readonly string[], node: FieldNode): void {
    let at = this.#root;
    const last = path.length - 1;
    for (let depth = 0; depth < last; depth++) {
      const known = at.get(path[depth]!);
      const next = known instanceof Map ? known : new Map<string, Unfinished>();
      if (next !== known) at.set(path[depth]!, next);
      at = next;
    }
    if (!at.has(path[last]!)) at.set(path[last]!, node);
  }

  /** Canonical: keys in order. */
  build(): Interruptible<FieldSet> {
    return finished(this.#root, new Stops());
  }
}

type Unfinished = FieldNode | Map<string, Unfinished>;

function* finished(children: Map<string, Unfinished>, stops: Stops): Interruptible<FieldSet> {
  if (children.size === 0) return undefined;
  const nodes: Child[] = [];
  for (const [key, child] of children) {
    nodes.push([key, child instanceof Map ? (yield* finished(child, stops))! : child]);
    if (stops.due()) yield;
  }
  // Nearly all nodes: a generator costs more than they do.
  return nodes.length <= fewChildren ? nodeOf(nodes, false) : yield* nodeOfMany(nodes, false);
}

/** The node with all keys in order. */
export function sorted(node: FieldNode): FieldNode {
  const children = childKeys(node).map((key) => [key, sorted(node[key]!)] as const);
  return nodeOf(children, isMember(node))!;
}
