import {
  dataVersion,
  magicNumber,
  metaPage,
  metaSize,
  readNumber,
  readTree,
  type Tree,
} from './page-format.ts';

/** The state of a data file that the newest transaction left. */
export interface Meta {
  readonly pageSize: number;
  readonly free: Tree;
  readonly main: Tree;
  readonly lastPage: number;
  readonly transaction: number;
}

/**
 * Reads both meta pages; undefined when this is no data file. Each transaction writes the page that the one before did not, so
 * that their numbers differ by one, and odd ones are on page 1: if not, one of the two has been damaged, and
 * which of them is the newest cannot be told. Throws then.
 */
export function readMetas(read: (at: number, size: number) => Buffer): Meta | undefined {
  const first = readMeta(read(0, metaSize));
  if (first === undefined) return undefined;
  const second = readMeta(read(first.pageSize, metaSize));
  if (second === undefined || second.pageSize !== first.pageSize) return undefined;
  const [even, odd] = [first.transaction, second.transaction];
  const isPair = even % 2 === 0 && Math.abs(even - odd) === 1;
  // Both are 0 in a file that no transaction has written.
  if (!isPair && (even !== 0 || odd !== 0)) {
    throw new Error(
      `its meta pages name the transactions ${even} and ${odd}, which do not follow each other`,
    );
  }
  return odd > even ? second : first;
}

function readMeta(page: Buffer): Meta | undefined {
  if (page.length < metaSize) return undefined;
  const isMeta = page.readUInt16LE(18) === metaPage && page.readUInt32LE(24) === magicNumber;
  if (!isMeta || page.readUInt32LE(28) !== dataVersion) return undefined;
  const pageSize = page.readUInt32LE(48);
  if (pageSize < 512 || pageSize > 65_536 || (pageSize & (pageSize - 1)) !== 0) return undefined;
  return {
    pageSize,
    free: readTree(page, 48),
    main: readTree(page, 96),
    lastPage: readNumber(page, 144),
    transaction: readNumber(page, 152),
  };
}
