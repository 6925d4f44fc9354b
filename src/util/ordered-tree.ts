/**
 * An immutable ordered map: `set` and `delete` return a new tree that shares all but one path of nodes with the old
 * one. A tree is a snapshot, and a tree per revision is affordable.
 *
 * It is a B+tree: entries are in leaves of at most 64, in key order. Values derived from a leaf, such as compressed
 * text, can be cached by leaf for as long as the leaf is part of any tree.
 *
 *     const one = OrderedTree.empty<string>().set('a', 'x');
 *     const two = one.set('b', 'y');
 *     [...one.entries()]  // [['a', 'x']]
 *     [...two.entries()]  // [['a', 'x'], ['b', 'y']]
 */

const maxWidth = 64;
const minWidth = 16;

export interface Leaf<V> {
  readonly keys: readonly string[];
  readonly values: readonly V[];
}

interface Branch<V> {
  /** The first key below each child. */
  readonly keys: readonly string[];
  readonly children: readonly Node<V>[];
  /** Number of entries below. */
  readonly size: number;
}

type Node<V> = Leaf<V> | Branch<V>;

const isLeaf = <V>(node: Node<V>): node is Leaf<V> => 'values' in node;
const sizeOf = <V>(node: Node<V>): number => (isLeaf(node) ? node.keys.length : node.size);

export class OrderedTree<V> {
  readonly #root: Node<V>;

  private constructor(root: Node<V>) {
    this.#root = root;
  }

  static empty<V>(): OrderedTree<V> {
    return new OrderedTree<V>({ keys: [], values: [] });
  }

  /** From sorted entries with distinct keys; much faster than repeated `set`. */
  static fromSorted<V>(keys: readonly string[], values: readonly V[]): OrderedTree<V> {
    const width = 48;
    let level: Node<V>[] = [];
    for (let at = 0; at < keys.length; at += width) {
      level.push({ keys: keys.slice(at, at + width), values: values.slice(at, at + width) });
    }
    if (level.length === 0) return OrderedTree.empty();
    while (level.length > 1) {
      const above: Node<V>[] = [];
      for (let at = 0; at < level.length; at += width) above.push(branchOf(level.slice(at, at + width)));
      level = above;
    }
    return new OrderedTree(level[0]!);
  }

  get size(): number {
    return sizeOf(this.#root);
  }

  get(key: string): V | undefined {
    let node = this.#root;
    while (!isLeaf(node)) node = node.children[childAt(node.keys, key)]!;
    const at = lowerBound(node.keys, key);
    return node.keys[at] === key ? node.values[at] : undefined;
  }

  set(key: string, value: V): OrderedTree<V> {
    const nodes = setIn(this.#root, key, value);
    return new OrderedTree(nodes.length === 1 ? nodes[0]! : branchOf(nodes));
  }

  delete(key: string): OrderedTree<V> {
    const root = deleteIn(this.#root, key);
    if (root === this.#root) return this;
    return new OrderedTree(!isLeaf(root) && root.children.length === 1 ? root.children[0]! : root);
  }

  /** Number of keys in [from, to). */
  count(from: string, to: string): number {
    return rank(this.#root, to) - rank(this.#root, from);
  }

  /** The leaves with keys in [from, to), or from `from` on; of each leaf the positions [first, end) of these keys. */
  *leaves(from = '', to?: string): Generator<{ leaf: Leaf<V>; first: number; end: number }> {
    yield* leavesOf(this.#root, from, to);
  }

  /** The entries with keys in [from, to). */
  *entries(from = '', to?: string): Generator<[string, V]> {
    for (const { leaf, first, end } of this.leaves(from, to)) {
      for (let at = first; at < end; at++) yield [leaf.keys[at]!, leaf.values[at]!];
    }
  }

  *values(from = '', to?: string): Generator<V> {
    for (const { leaf, first, end } of this.leaves(from, to)) {
      for (let at = first; at < end; at++) yield leaf.values[at]!;
    }
  }
}

function branchOf<V>(children: readonly Node<V>[]): Branch<V> {
  let size = 0;
  for (const child of children) size += sizeOf(child);
  return { keys: children.map((child) => child.keys[0]!), children, size };
}

/** The first position whose key is not less than `key`. */
function lowerBound(keys: readonly string[], key: string): number {
  let low = 0;
  let high = keys.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (keys[middle]! < key) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The child that would hold the key: the last one whose first key is not greater. */
function childAt(keys: readonly string[], key: string): number {
  const at = lowerBound(keys, key);
  return keys[at] === key || at === 0 ? at : at - 1;
}

/** Returns one node, or two if it was split. */
function setIn<V>(node: Node<V>, key: string, value: V): Node<V>[] {
  if (isLeaf(node)) return setInLeaf(node, key, value);
  const at = childAt(node.keys, key);
  const replaced = setIn(node.children[at]!, key, value);
  const children = node.children.toSpliced(at, 1, ...replaced);
  if (children.length <= maxWidth) return [branchOf(children)];
  const middle = children.length >>> 1;
  return [branchOf(children.slice(0, middle)), branchOf(children.slice(middle))];
}

function setInLeaf<V>(leaf: Leaf<V>, key: string, value: V): Node<V>[] {
  const at = lowerBound(leaf.keys, key);
  if (leaf.keys[at] === key) return [{ keys: leaf.keys, values: leaf.values.with(at, value) }];
  const keys = leaf.keys.toSpliced(at, 0, key);
  const values = leaf.values.toSpliced(at, 0, value);
  if (keys.length <= maxWidth) return [{ keys, values }];
  // A key at the end gets an almost empty leaf: keys that are added in order then fill their leaves.
  const middle = at === keys.length - 1 ? keys.length - minWidth : keys.length >>> 1;
  return [
    { keys: keys.slice(0, middle), values: values.slice(0, middle) },
    { keys: keys.slice(middle), values: values.slice(middle) },
  ];
}

/** Returns the same node if the key is absent. */
function deleteIn<V>(node: Node<V>, key: string): Node<V> {
  if (isLeaf(node)) {
    const at = lowerBound(node.keys, key);
    if (node.keys[at] !== key) return node;
    return { keys: node.keys.toSpliced(at, 1), values: node.values.toSpliced(at, 1) };
  }
  const at = childAt(node.keys, key);
  const child = node.children[at]!;
  const without = deleteIn(child, key);
  if (without === child) return node;
  if (sizeOf(without) > 0) return branchOf(rebalanced(node.children.with(at, without), at));
  // A node without entries must not stay below a branch, which needs its first key.
  return node.children.length === 1 ? without : branchOf(node.children.toSpliced(at, 1));
}

/** Merges a child that has become small with a neighbour, if the result is not too wide. */
function rebalanced<V>(children: Node<V>[], at: number): Node<V>[] {
  if (children.length === 1 || widthOf(children[at]!) >= minWidth) return children;
  const left = at === 0 ? 0 : at - 1;
  const [a, b] = [children[left]!, children[left + 1]!];
  if (widthOf(a) + widthOf(b) > maxWidth) return children;
  return children.toSpliced(left, 2, merged(a, b));
}

const widthOf = <V>(node: Node<V>): number => (isLeaf(node) ? node.keys.length : node.children.length);

function merged<V>(a: Node<V>, b: Node<V>): Node<V> {
  if (isLeaf(a) && isLeaf(b)) return { keys: [...a.keys, ...b.keys], values: [...a.values, ...b.values] };
  return branchOf([...(a as Branch<V>).children, ...(b as Branch<V>).children]);
}

/** Number of keys less than `key`. */
function rank<V>(node: Node<V>, key: string): number {
  if (isLeaf(node)) return lowerBound(node.keys, key);
  const at = childAt(node.keys, key);
  let before = 0;
  for (let index = 0; index < at; index++) before += sizeOf(node.children[index]!);
  return before + rank(node.children[at]!, key);
}

function* leavesOf<V>(
  node: Node<V>,
  from: string,
  to: string | undefined,
): Generator<{ leaf: Leaf<V>; first: number; end: number }> {
  if (isLeaf(node)) {
    const first = lowerBound(node.keys, from);
    const end = to === undefined ? node.keys.length : lowerBound(node.keys, to);
    if (first < end) yield { leaf: node, first, end };
    return;
  }
  for (let at = childAt(node.keys, from); at < node.children.length; at++) {
    if (to !== undefined && node.keys[at]! >= to) return;
    yield* leavesOf(node.children[at]!, from, to);
  }
}
