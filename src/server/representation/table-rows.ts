import { writeJson } from '../../api/codec/json.ts';
import type { ApiObject } from '../../api/meta/metadata.ts';
import { timeMs } from '../../api/values/time.ts';
import { EncodingCache, EncodingMemory } from '../../registry/conversion/encoding-cache.ts';
import { decodeServed, decodeWithoutManagedFields } from '../../registry/conversion/object-codec.ts';
import type { TableBudget, TableCell, TableRules } from '../../registry/kind-rules.ts';
import type { CacheEntry } from '../../storage/watch-cache/entry.ts';
import { humanDuration } from '../../util/duration.ts';

/** A row's cells and conditions as JSON, all but its age: `{"cells":["a","1/1","` 5m `"]`. */
interface KeptRow {
  before: string;
  after: string;
  /** Creation time of the object, in milliseconds; undefined when no age stands between the texts. */
  made: number | undefined;
  /** Until when cells that depend on the time stay valid, in milliseconds since 1970. */
  until: number;
}

/** Rows of Tables as JSON, kept with their entries: an object is read for its row when it has changed. */
export class TableRows {
  readonly #rows: EncodingCache<KeptRow>;

  constructor(memory: EncodingMemory = new EncodingMemory()) {
    this.#rows = new EncodingCache({ memory, bytesOf: ({ before, after }) => before.length + after.length });
  }

  /**
   * The beginning of the row of an entry of the stored version, up to its object. `now` in milliseconds. Where the
   * Table has used up its budget, cells can be empty: such a row is not kept.
   */
  cells(entry: CacheEntry, rules: TableRules<ApiObject>, now: number, budget?: TableBudget): string {
    let row = this.#rows.get(entry);
    if (row === undefined || now >= row.until) {
      const decode = rules.showsManagedFields ? decodeServed : decodeWithoutManagedFields;
      row = keptRow(decode(entry.json), rules, now, budget);
      if (budget === undefined || budget.left > 0) this.#rows.set(entry, row);
    }
    return row.made === undefined ? row.before : row.before + humanDuration(now - row.made) + row.after;
  }
}

function keptRow(
  object: ApiObject,
  rules: TableRules<ApiObject>,
  now: number,
  budget: TableBudget | undefined,
): KeptRow {
  const cells = rules.cells(object, now, budget);
  const { creationTimestamp } = object.metadata;
  const age = creationTimestamp ? rules.columns.findIndex(({ isAge }) => isAge) : -1;
  const conditions = rules.conditions?.(object) ?? [];
  const end = conditions.length > 0 ? `],"conditions":${writeJson(conditions)}` : ']';
  const until = now + steadyFor(cells, age, (later) => rules.cells(object, later), now);
  if (age === -1) return { before: `{"cells":${listed(cells)}${end}`, after: '', made: undefined, until };
  const before = cells.slice(0, age).map((cell) => `${writeJson(cell)},`);
  const after = cells.slice(age + 1).map((cell) => `,${writeJson(cell)}`);
  return {
    before: `{"cells":[${before.join('')}"`,
    after: `"${after.join('')}${end}`,
    made: timeMs(creationTimestamp!),
    until,
  };
}

const listed = (cells: readonly TableCell[]): string => writeJson(cells).slice(0, -1);

/** Milliseconds, the longest first: beyond all times that objects are about, then what cells may wait for. */
const periods = [1e15, 600_000, 60_000, 10_000, 1_000];

/**
 * Time for which the cells but that of the age stay as they are. They change with time in one direction only, as ages
 * do: what is the same later has been so in between.
 */
function steadyFor(
  cells: readonly TableCell[],
  age: number,
  cellsAt: (time: number) => TableCell[],
  now: number,
): number {
  const isSame = (period: number): boolean =>
    cellsAt(now + period).every((cell, column) => column === age || cell === cells[column]);
  return periods.find(isSame) ?? 0;
}
