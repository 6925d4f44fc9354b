/**
 * Layout of the file of LMDB 1.0 (data format 2, 64 bits, little-endian), as far as a reader needs it. The file is a
 * row of pages; the first two are meta pages, of which the one with the larger transaction counts. A meta page names
 * the roots of two trees: that of free pages and the main one, whose records name the trees of tables. Offsets are
 * bytes.
 *
 *     page     number:8 transaction:8 pad:2 flags:2 lower:2 upper:2, then what the kind of page says
 *     meta     magic:4 version:4 address:8 map-size:8 free-tree:48 main-tree:48 last-page:8 transaction:8
 *     tree     pad:4 flags:2 depth:2 branch-pages:8 leaf-pages:8 overflow-pages:8 entries:8 root:8
 *     branch,  an array of offsets, one for each node, which ends at lower; free room; from upper on the nodes,
 *     leaf     without gaps. Offsets, lower and upper count from the end of the page's head.
 *     node     low:2 high:2 flags:2 key-size:2 key data. In a branch low, high and flags are a page number, and
 *              there is no data; in a leaf low and high are the size of the data.
 *     overflow pages:4 in place of lower and upper; then the data of one record. Its node has, in place of the data,
 *              page:8 transaction:8 pages:8.
 */

export const pageHead = 24;
export const nodeHead = 8;
export const metaSize = 160;
export const magicNumber = 0xbeefc0de;
export const dataVersion = 2;
/** Page numbers below are those of meta pages. */
export const metaPages = 2;

export const branchPage = 1;
export const leafPage = 2;
export const overflowPage = 4;
export const metaPage = 8;

/** Flags of a node in a leaf. */
export const dataInOverflow = 1;
export const dataIsTree = 2;
/** Size of what stands in a node in place of data that has overflow pages. */
export const overflowReference = 24;

/** The root of a tree without records. */
const noPage = 0xffff_ffff_ffff_ffffn;

/** A tree of pages: what its record says of it. */
export interface Tree {
  readonly flags: number;
  readonly depth: number;
  readonly branchPages: number;
  readonly leafPages: number;
  readonly overflowPages: number;
  readonly entries: number;
  /** Undefined when there are no records. */
  readonly root: number | undefined;
}

export const treeSize = 48;

export function readTree(bytes: Buffer, at: number): Tree {
  const root = bytes.readBigUInt64LE(at + 40);
  return {
    flags: bytes.readUInt16LE(at + 4),
    depth: bytes.readUInt16LE(at + 6),
    branchPages: readNumber(bytes, at + 8),
    leafPages: readNumber(bytes, at + 16),
    overflowPages: readNumber(bytes, at + 24),
    entries: readNumber(bytes, at + 32),
    root: root === noPage ? undefined : Number(root),
  };
}

/** Larger ones lose digits, and are no number of a page or transaction. */
export const readNumber = (bytes: Buffer, at: number): number =>
  bytes.readUInt32LE(at) + bytes.readUInt32LE(at + 4) * 2 ** 32;
