import {
  type Form,
  isAttachment,
  readIntegerRecord,
  readLeaseRecord,
  readLogEntry,
  versionDamage,
} from '../records.ts';
import { addFreePages } from './free-pages.ts';
import { decompress } from './lz4.ts';
import type { Meta } from './meta-pages.ts';
import { readTree, type Tree } from './page-format.ts';
import { type CompareKeys, type ReadFile, TreeWalk } from './tree-walk.ts';

/** Larger than any record: the largest value, and its head. */
const maxRecord = 2 * 1024 * 1024;

/** Flag of a tree whose keys are integers. */
const integerKeys = 8;

/** Tables beside `versions`. Whatever they say can be told from that one, or done without. */
export type OtherTable = 'log' | 'leases' | 'attachments' | 'meta';

const otherTables: readonly OtherTable[] = ['log', 'leases', 'attachments', 'meta'];

export interface CheckedFile {
  readonly read: ReadFile;
  readonly meta: Meta;
  /** Bytes. */
  readonly size: number;
}

/** Damage that leaves the store usable. */
export interface Findings {
  /** LMDB keys of versions whose values cannot be read. */
  readonly versions: ReadonlySet<string>;
  /** Tables with damaged records. */
  readonly tables: ReadonlySet<OtherTable>;
}

export const noFindings: Findings = { versions: new Set(), tables: new Set() };

/** The forms of records by the format that the data file names. */
export const forms: Readonly<Record<string, Form>> = { 1: 'plain', 2: 'checked' };

/**
 * Reads all pages in use and all records of a data file, and checks them: see `TreeWalk` and `records.ts`. Throws an Error
 * about damage after which it is not known what the file holds. Of a file that is not ours nothing is said: undefined.
 */
export function checkFile({ read, meta, size }: CheckedFile): Findings | undefined {
  return new FileCheck(read, meta, Math.floor(size / meta.pageSize)).run();
}

class FileCheck {
  readonly #meta: Meta;
  readonly #filePages: number;
  readonly #walk: TreeWalk;
  readonly #versions = new Set<string>();
  readonly #tables = new Set<OtherTable>();

  constructor(read: ReadFile, meta: Meta, filePages: number) {
    this.#meta = meta;
    this.#filePages = filePages;
    this.#walk = new TreeWalk(read, meta);
  }

  run(): Findings | undefined {
    const { main, free } = this.#meta;
    const trees = new Map<string, Tree>();
    this.#walk.walk('of tables', main, Buffer.compare, (key, data, isTree) => {
      // The names of tables end with NUL.
      if (isTree) trees.set(key.toString('latin1').replace(/\0$/, ''), readTree(data, 0));
    });
    const form = this.#form(trees.get('meta'));
    if (form === undefined) return undefined;
    const versions = trees.get('versions');
    if (versions !== undefined)
      this.#walkTable('versions', versions, (key, record) => this.#version(key, record, form));
    for (const table of otherTables) {
      const tree = trees.get(table);
      if (tree === undefined || table === 'meta') continue;
      this.#walkTable(table, tree, (key, record) => {
        if (!isWhole[table](key, record, form)) this.#tables.add(table);
      });
    }
    this.#walkFree(free);
    return { versions: this.#versions, tables: this.#tables };
  }

  /** The form of records. Undefined when the file is not ours, or is of a later build. */
  #form(tree: Tree | undefined): Form | undefined {
    if (tree === undefined) return undefined;
    const records = new Map<string, Buffer>();
    this.#walkTable('meta', tree, (key, record) => records.set(key, record));
    const form = forms[records.get('format')?.toString('latin1') ?? ''];
    if (form === undefined) return undefined;
    records.delete('format');
    for (const [key, record] of records) if (!isWhole.meta(key, record, form)) this.#tables.add('meta');
    return form;
  }

  #version(key: string, record: Buffer, form: Form): void {
    const damage = versionDamage(key, decompress(record, maxRecord), form);
    if (damage === 'key') throw new Error(`a key is damaged, which reads ${JSON.stringify(key)} now`);
    if (damage === 'value') this.#versions.add(key);
  }

  #walkTable(name: string, tree: Tree, onRecord: (key: string, record: Buffer) => void): void {
    if (tree.flags !== 0) throw new Error(`the table ${name} has the flags ${tree.flags}`);
    this.#walk.walk(name, tree, Buffer.compare, (key, data) => onRecord(key.toString('latin1'), data));
  }

  /** Last: what is free must not be in use. */
  #walkFree(tree: Tree): void {
    if (tree.flags !== integerKeys) throw new Error(`the tree of free pages has the flags ${tree.flags}`);
    const records: Buffer[] = [];
    this.#walk.walk('of free pages', tree, compareIntegers, (_, record) => records.push(record));
    for (const record of records) addFreePages(record, this.#walk.used);
    // Within the file such pages are lost room, which LMDB itself leaves behind at times.
    const lost = this.#walk.used.indexOf(0, this.#filePages);
    if (lost !== -1) throw new Error(`page ${lost} is neither in use nor free, and the file ends before`);
  }
}

const compareIntegers: CompareKeys = (a, b) => {
  if (a.length !== 8 || b.length !== 8) throw new Error('a key of the tree of free pages is damaged');
  return Number(a.readBigInt64LE() - b.readBigInt64LE());
};

const isWhole: Record<OtherTable, (key: string, record: Buffer, form: Form) => boolean> = {
  log: (key, record, form) => succeeds(() => readLogEntry(key, record, form)),
  leases: (key, record, form) => succeeds(() => readLeaseRecord(key, record, form)),
  attachments: isAttachment,
  meta: (key, record, form) =>
    (key === 'compacted' || key === 'last-lease') && succeeds(() => readIntegerRecord(key, record, form)),
};

function succeeds(read: () => void): boolean {
  try {
    read();
    return true;
  } catch {
    return false;
  }
}
