import type { ServedResource } from '../discovery/served-api.ts';
import { cellText } from './cell-text.ts';
import { Columns } from './columns.ts';
import type { ColumnDefinition, Table, TableRow } from './table.ts';

export interface TableOptions {
  wide: boolean;
  noHeaders: boolean;
  /** A first column with the namespace. */
  withNamespace: boolean;
  /** `pod/web` in place of `web`. */
  withKind: boolean;
  showLabels: boolean;
  /** Labels that have a column each. */
  labelColumns: readonly string[];
}

/** Prints Tables of one type as one: the header once, and columns that do not become narrower. */
export class TablePrinter {
  readonly #options: TableOptions;
  readonly #columns = new Columns();
  readonly #prefix: string;
  #definitions: readonly ColumnDefinition[] = [];
  #printedHeader = '';

  constructor(type: Pick<ServedResource, 'group' | 'kind' | 'singular'>, options: TableOptions) {
    this.#options = options;
    const one = type.kind.toLowerCase();
    this.#prefix = options.withKind ? `${type.group === '' ? one : `${one}.${type.group}`}/` : '';
  }

  /** `leading`: cells before all others, the same for each row, with their header. */
  format(table: Table, leading: readonly (readonly [header: string, cell: string])[] = []): string {
    if (table.columnDefinitions) this.#definitions = table.columnDefinitions;
    const shown = this.#shownColumns();
    const rows = (table.rows ?? []).map((row) => [
      ...leading.map(([, cell]) => cell),
      ...this.#cells(row, shown),
    ]);
    if (rows.length === 0) return '';
    const header = [...leading.map(([name]) => name), ...this.#header(shown)];
    const key = header.join('\t');
    if (!this.#options.noHeaders && key !== this.#printedHeader) rows.unshift(header);
    this.#printedHeader = key;
    return this.#columns.format(rows);
  }

  #shownColumns(): number[] {
    const { wide } = this.#options;
    return this.#definitions.flatMap(({ priority = 0 }, index) => (wide || priority === 0 ? [index] : []));
  }

  #header(shown: readonly number[]): string[] {
    const { withNamespace, labelColumns, showLabels } = this.#options;
    return [
      ...(withNamespace ? ['NAMESPACE'] : []),
      ...shown.map((index) => this.#definitions[index]!.name.toUpperCase()),
      ...labelColumns.map((label) => label.slice(label.lastIndexOf('/') + 1).toUpperCase()),
      ...(showLabels ? ['LABELS'] : []),
    ];
  }

  #cells({ cells, object }: TableRow, shown: readonly number[]): string[] {
    const { withNamespace, labelColumns, showLabels } = this.#options;
    const { namespace = '', labels = {} } = object?.metadata ?? {};
    const texts = shown.map((index) => {
      const { format } = this.#definitions[index]!;
      return (format === 'name' ? this.#prefix : '') + cellText(cells[index]);
    });
    return [
      ...(withNamespace ? [namespace] : []),
      ...texts,
      ...labelColumns.map((label) => labels[label] ?? ''),
      ...(showLabels ? [labelsText(labels)] : []),
    ];
  }
}

/** `a=1,b=2`, `<none>` */
function labelsText(labels: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(labels).map(([key, value]) => `${key}=${value}`);
  return pairs.length === 0 ? '<none>' : pairs.sort().join(',');
}
