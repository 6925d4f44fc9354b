import { writeJson } from '../../api/codec/json.ts';
import type { ApiObject } from '../../api/meta/metadata.ts';
import type { TableRules } from '../../registry/kind-rules.ts';
import type { CacheEntry } from '../../storage/watch-cache/entry.ts';
import type { EventEncoder, EventType } from '../../storage/watch-cache/event.ts';
import type { RowFormat } from '../representation/entry-encoders.ts';
import { wholeBody } from '../representation/list-items.ts';
import type { Representations } from '../representation/representations.ts';
import { columnDefinitions, tableRules } from '../representation/tables.ts';
import type { ServedResource } from '../surface/api-surface.ts';
import type { Bookmarks } from './bookmarks.ts';

/**
 * Every event a Table of one row, without definitions of its columns: only the first of a stream has them, unless
 * the kind wants it otherwise.
 */
export class TableEvents implements EventEncoder {
  readonly id: string;
  readonly #served: ServedResource;
  readonly #bookmarks: Bookmarks;
  readonly #representations: Representations;
  readonly #form: RowFormat;
  readonly #definesColumns: boolean;
  readonly #columns: string;

  constructor(
    served: ServedResource,
    bookmarks: Bookmarks,
    representations: Representations,
    form: RowFormat,
  ) {
    this.id = `table ${form.version} ${form.include} ${served.apiVersion}`;
    this.#served = served;
    this.#bookmarks = bookmarks;
    this.#representations = representations;
    this.#form = form;
    const rules = tableRules(served);
    this.#definesColumns = rules.definesColumnsInEvents === true;
    this.#columns = this.#definesColumns ? definitions(rules) : noColumns;
  }

  frame(type: EventType, entry: CacheEntry): Buffer {
    const metadata = `{"resourceVersion":"${entry.revision}"}`;
    const table = `{"kind":"Table","apiVersion":"${this.#form.version}","metadata":${metadata},${this.#columns}`;
    return wholeBody({
      head: Buffer.from(`{"type":"${type}","object":${table},"rows":[`),
      items: this.#representations.entryEncoders.row(this.#served, entry, this.#form),
      tail,
    });
  }

  bookmark(revision: number, endsInitialEvents: boolean): Buffer {
    const object = this.#bookmarks.stored(revision, endsInitialEvents);
    const { version, include } = this.#form;
    // Its annotation is what clients wait for: it is shown also where no objects are.
    const shown = endsInitialEvents && include === 'None' ? 'Metadata' : include;
    const table = this.#representations.table(this.#served, object, version, shown, this.#definesColumns);
    return Buffer.from(`{"type":"BOOKMARK","object":${writeJson(table)}}\n`);
  }
}

const tail = Buffer.from(']}}\n');
const noColumns = '"columnDefinitions":null';

const definitions = (rules: TableRules<ApiObject>): string =>
  `"columnDefinitions":${writeJson(columnDefinitions(rules))}`;

/**
 * The first bytes of a stream of Tables, with the columns defined in the first event: those who watch the same
 * share their events whenever they came, so each stream's beginning is what is made for it alone. No text that
 * comes from an object stands before the place.
 */
export function withColumns(served: ServedResource, bytes: Buffer): Buffer {
  const rules = tableRules(served);
  const at = rules.definesColumnsInEvents ? -1 : bytes.indexOf(noColumns);
  if (at === -1) return bytes;
  const columns = Buffer.from(definitions(rules));
  return Buffer.concat([bytes.subarray(0, at), columns, bytes.subarray(at + noColumns.length)]);
}
