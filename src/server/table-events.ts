import { writeJson } from '../api/codec/json.ts';
import type { CacheEntry } from '../storage/watch-cache/entry.ts';
import type { EventEncoder, EventType } from '../storage/watch-cache/event.ts';
import type { ServedResource } from './api-surface.ts';
import type { Bookmarks } from './bookmarks.ts';
import type { RowForm } from './entry-views.ts';
import { wholeBody } from './list-items.ts';
import { columnDefinitions, tableRules } from './tables.ts';
import type { Views } from './views.ts';

/** Every event a Table of one row, without definitions of its columns: only the first of a stream has them. */
export class TableEvents implements EventEncoder {
  readonly id: string;
  readonly #served: ServedResource;
  readonly #bookmarks: Bookmarks;
  readonly #views: Views;
  readonly #form: RowForm;

  constructor(served: ServedResource, bookmarks: Bookmarks, views: Views, form: RowForm) {
    this.id = `table ${form.version} ${form.include} ${served.apiVersion}`;
    this.#served = served;
    this.#bookmarks = bookmarks;
    this.#views = views;
    this.#form = form;
  }

  frame(type: EventType, entry: CacheEntry): Buffer {
    const metadata = `{"resourceVersion":"${entry.revision}"}`;
    const table = `{"kind":"Table","apiVersion":"${this.#form.version}","metadata":${metadata},${noColumns}`;
    return wholeBody({
      head: Buffer.from(`{"type":"${type}","object":${table},"rows":[`),
      items: this.#views.ofEntries.row(this.#served, entry, this.#form),
      tail,
    });
  }

  bookmark(revision: number, endsInitialEvents: boolean): Buffer {
    const object = this.#bookmarks.stored(revision, endsInitialEvents);
    const { version, include } = this.#form;
    const table = this.#views.table(this.#served, object, version, include, false);
    return Buffer.from(`{"type":"BOOKMARK","object":${writeJson(table)}}\n`);
  }
}

const tail = Buffer.from(']}}\n');
const noColumns = '"columnDefinitions":null';

/**
 * The first bytes of a stream of Tables, with the columns defined in the first event: those who watch the same
 * share their events whenever they came, so each stream's beginning is what is made for it alone. No text that
 * comes from an object stands before the place.
 */
export function withColumns(served: ServedResource, bytes: Buffer): Buffer {
  const at = bytes.indexOf(noColumns);
  if (at === -1) return bytes;
  const columns = `"columnDefinitions":${writeJson(columnDefinitions(tableRules(served)))}`;
  return Buffer.concat([bytes.subarray(0, at), Buffer.from(columns), bytes.subarray(at + noColumns.length)]);
}
