/** A Table of the API, as far as it is read here. */
export interface Table {
  columnDefinitions?: Column[] | null;
  rows?: TableRow[] | null;
  metadata?: { resourceVersion?: string; continue?: string };
}

export interface Column {
  name: string;
  type: string;
  format?: string;
  description?: string;
  /** 0 of columns that are always shown. */
  priority: number;
}

export interface RowMetadata {
  name: string;
  namespace?: string;
  uid: string;
  creationTimestamp?: string;
  deletionTimestamp?: string;
  labels?: Record<string, string>;
  resourceVersion?: string;
}

interface TableRow {
  cells: unknown[];
  object: { metadata: RowMetadata };
}

/** A row that is shown. It stays the same object while the API object lives. */
export interface Row {
  readonly uid: string;
  metadata: RowMetadata;
  cells: unknown[];
  /** Number of changes of each cell, and when the last one was seen: it flashes. */
  changes: number[];
  changedAt: number[];
  /** All that a search looks at, in small letters; undefined until it is asked for. */
  searched: string | undefined;
}

/** The rows of a type, as lists and watches tell them. */
export class TableStore {
  columns: readonly Column[] = [];
  readonly rows = new Map<string, Row>();
  /** Raised by each change of which rows there are. */
  membership = 0;

  /** Takes in a page of a list, and answers the UIDs in it. */
  add(page: Table, now: number): string[] {
    this.#learn(page);
    const rows = page.rows ?? [];
    for (const row of rows) this.#put(row, now);
    return rows.map(({ object }) => object.metadata.uid);
  }

  /** Removes what the pages of a whole list did not have. */
  keepOnly(uids: ReadonlySet<string>): void {
    for (const uid of [...this.rows.keys()]) if (!uids.has(uid)) this.#remove(uid);
  }

  /** Takes in the rows of an event. */
  apply(type: string, table: Table, now: number): void {
    this.#learn(table);
    for (const row of table.rows ?? []) {
      if (type === 'DELETED') this.#remove(row.object.metadata.uid);
      else this.#put(row, now);
    }
  }

  /** Only the first Table of a watch has columns. They stay the same array until they differ. */
  #learn({ columnDefinitions }: Table): void {
    if (!columnDefinitions?.length) return;
    if (JSON.stringify(columnDefinitions) !== JSON.stringify(this.columns)) this.columns = columnDefinitions;
  }

  #put({ cells, object: { metadata } }: TableRow, now: number): void {
    const row = this.rows.get(metadata.uid);
    if (row === undefined) {
      const zeros = cells.map(() => 0);
      this.rows.set(metadata.uid, {
        uid: metadata.uid,
        metadata,
        cells,
        changes: zeros,
        changedAt: [...zeros],
        searched: undefined,
      });
      this.membership++;
      return;
    }
    for (const [index, cell] of cells.entries()) {
      if (cell === row.cells[index] || this.columns[index]?.name === 'Age') continue;
      row.changes[index] = (row.changes[index] ?? 0) + 1;
      row.changedAt[index] = now;
    }
    row.cells = cells;
    row.metadata = metadata;
    row.searched = undefined;
  }

  #remove(uid: string): void {
    if (this.rows.delete(uid)) this.membership++;
  }
}
