import type { Meta } from './meta-pages.ts';
import {
  branchPage,
  dataInOverflow,
  dataIsTree,
  leafPage,
  metaPages,
  nodeHead,
  overflowPage,
  overflowReference,
  pageHead,
  readNumber,
  type Tree,
} from './page-format.ts';

/** 8 TiB of them, at the size that pages have. */
const maxPages = 2 ** 30;
/** Depth that no tree of this store comes near. */
const maxDepth = 32;

/** Reads so many bytes of the file; fewer where it ends before. */
export type ReadFile = (at: number, size: number) => Buffer;

/** Keys from `low` on, and before `high`. */
interface Bounds {
  low: Buffer | undefined;
  high: Buffer | undefined;
}

interface Node {
  flags: number;
  key: Buffer;
  /** Content of a node in the page: the data, or the page that has it. */
  data: Buffer;
  /** Bytes of the data. */
  size: number;
}

/** Compares keys: those of tables as bytes, those of free pages as integers. */
export type CompareKeys = (a: Buffer, b: Buffer) => number;

/** A record of a tree. `isTree`: the data names another tree. */
export type OnRecord = (key: Buffer, data: Buffer, isTree: boolean) => void;

/**
 * Walks over the trees of a data file as they are on the disk, without LMDB, which trusts each number that it finds in
 * a page and so may end the process with a signal. Whatever does not fit what stands around it is thrown as an Error
 * that names the page: page numbers, sizes and offsets, the order of keys within a page and between pages, the
 * numbers of pages and records that each tree is said to have, and pages that are used twice.
 */
export class TreeWalk {
  readonly #read: ReadFile;
  readonly #pageSize: number;
  readonly #transaction: number;
  /** Pages that are in use, by number. */
  readonly used: Uint8Array;

  constructor(read: ReadFile, { pageSize, lastPage, transaction }: Meta) {
    this.#read = read;
    this.#pageSize = pageSize;
    this.#transaction = transaction;
    if (lastPage > maxPages) throw new Error(`its last page is said to be ${lastPage}`);
    this.used = new Uint8Array(lastPage + 1).fill(1, 0, metaPages);
  }

  walk(name: string, tree: Tree, compare: CompareKeys, onRecord: OnRecord): void {
    const seen = { branchPages: 0, leafPages: 0, overflowPages: 0, entries: 0 };
    const visit = (number: number, depth: number, bounds: Bounds): void => {
      const page = this.#page(number);
      const isLeaf = depth === tree.depth;
      const flags = page.readUInt16LE(18);
      if (flags !== (isLeaf ? leafPage : branchPage)) fail(number, `has the flags ${flags}`);
      const nodes = this.#nodes(page, number, isLeaf);
      checkOrder(nodes, number, bounds, isLeaf, compare);
      seen[isLeaf ? 'leafPages' : 'branchPages']++;
      if (!isLeaf) {
        for (const [index, node] of nodes.entries()) {
          const low = index === 0 ? bounds.low : node.key;
          visit(childOf(node), depth + 1, { low, high: nodes[index + 1]?.key ?? bounds.high });
        }
        return;
      }
      seen.entries += nodes.length;
      for (const { flags, key, data, size } of nodes) {
        const value = flags === dataInOverflow ? this.#overflow(data, size, number) : data;
        if (flags === dataInOverflow) seen.overflowPages += readNumber(data, 16);
        onRecord(key, value, flags === dataIsTree);
      }
    };
    if (tree.depth > maxDepth || (tree.root === undefined) !== (tree.depth === 0)) {
      throw new Error(`the tree ${name} has the depth ${tree.depth}`);
    }
    if (tree.root !== undefined) visit(tree.root, 1, { low: undefined, high: undefined });
    for (const [what, count] of Object.entries(seen)) {
      const said = tree[what as keyof typeof seen];
      if (said !== count)
        throw new Error(`the tree ${name} has ${count} ${what} and is said to have ${said}`);
    }
  }

  #page(number: number): Buffer {
    this.#use(number, 1, number);
    const page = this.#read(number * this.#pageSize, this.#pageSize);
    if (page.length < this.#pageSize) fail(number, 'is cut off');
    if (readNumber(page, 0) !== number) fail(number, `says that it is page ${readNumber(page, 0)}`);
    this.#checkTransaction(page, 8, number);
    return page;
  }

  /** LMDB takes a page of a transaction to come for one that it has in memory, and writes to it in place. */
  #checkTransaction(bytes: Buffer, at: number, page: number): void {
    const transaction = readNumber(bytes, at);
    if (transaction > this.#transaction) fail(page, `is of transaction ${transaction}, which has not been`);
  }

  #use(first: number, count: number, from: number): void {
    if (first < metaPages || first + count > this.used.length)
      fail(from, `names page ${first}, which is none`);
    for (let number = first; number < first + count; number++) {
      if (this.used[number] !== 0) fail(number, 'is used twice');
      this.used[number] = 1;
    }
  }

  /** Nodes fill the page from `upper` to its end: a size that is wrong leaves a gap, or is one byte too long. */
  #nodes(page: Buffer, number: number, isLeaf: boolean): Node[] {
    const [lower, upper] = [page.readUInt16LE(20), page.readUInt16LE(22)];
    const room = this.#pageSize - pageHead;
    const count = lower / 2;
    if (lower % 2 !== 0 || lower === 0 || lower > upper || upper > room) fail(number, 'has wrong bounds');
    const nodes: Node[] = [];
    let total = 0;
    for (let index = 0; index < count; index++) {
      const offset = page.readUInt16LE(pageHead + 2 * index);
      if (offset < upper || offset + nodeHead > room) fail(number, 'has a record outside of it');
      const node = readNode(page, pageHead + offset, isLeaf);
      if (node === undefined) fail(number, 'has a record that does not fit into it');
      nodes.push(node);
      total += (nodeHead + node.key.length + (isLeaf ? node.data.length : 0) + 1) & ~1;
    }
    if (total !== room - upper) fail(number, 'has records whose sizes do not fill it');
    return nodes;
  }

  #overflow(reference: Buffer, size: number, from: number): Buffer {
    const [number, pages] = [readNumber(reference, 0), readNumber(reference, 16)];
    if (pages !== Math.floor((pageHead - 1 + size) / this.#pageSize) + 1) {
      fail(from, `names ${pages} overflow pages for ${size} bytes`);
    }
    this.#use(number, pages, from);
    const bytes = this.#read(number * this.#pageSize, pageHead + size);
    if (bytes.length < pageHead + size) fail(number, 'is cut off');
    const isWhole = readNumber(bytes, 0) === number && bytes.readUInt16LE(18) === overflowPage;
    if (!isWhole || bytes.readUInt32LE(20) !== pages) fail(number, 'is no overflow page, and should be one');
    this.#checkTransaction(bytes, 8, number);
    this.#checkTransaction(reference, 8, from);
    return bytes.subarray(pageHead);
  }
}

function readNode(page: Buffer, at: number, isLeaf: boolean): Node | undefined {
  const flags = page.readUInt16LE(at + 4);
  const size = page.readUInt32LE(at);
  const keyAt = at + nodeHead;
  const dataAt = keyAt + page.readUInt16LE(at + 6);
  if (!isLeaf) {
    return dataAt > page.length
      ? undefined
      : { flags, key: page.subarray(keyAt, dataAt), data: page.subarray(at, at + 6), size: 0 };
  }
  if (flags !== 0 && flags !== dataInOverflow && flags !== dataIsTree) return undefined;
  const end = dataAt + (flags === dataInOverflow ? overflowReference : size);
  if (end > page.length) return undefined;
  return { flags, key: page.subarray(keyAt, dataAt), data: page.subarray(dataAt, end), size };
}

const childOf = ({ data }: Node): number => data.readUIntLE(0, 6);

/** The first key of a branch says nothing: it is that of the node above. */
function checkOrder(
  nodes: readonly Node[],
  page: number,
  bounds: Bounds,
  isLeaf: boolean,
  compare: CompareKeys,
): void {
  let last = bounds.low;
  let isBound = true;
  for (const { key } of isLeaf ? nodes : nodes.slice(1)) {
    const order = last === undefined ? -1 : compare(last, key);
    if (order > 0 || (order === 0 && !isBound)) fail(page, 'has keys that are not in order');
    last = key;
    isBound = false;
  }
  if (last !== undefined && bounds.high !== undefined && compare(last, bounds.high) >= 0) {
    fail(page, 'has keys that belong to another page');
  }
}

function fail(page: number, what: string): never {
  throw new Error(`page ${page} ${what}`);
}
