import { writeYaml } from '../../api/codec/yaml-writer.ts';
import type { Output } from '../shared/host.ts';
import type { PrintedObject, PrintObject } from '../shared/output/printed-object.ts';
import { writeSortedJson } from '../shared/output/write-json.ts';

/** Rows of custom columns that are aligned together. */
const maxRows = 500;

/** Prints a List item by item: a long one is never whole in memory. Keys of a List are in order of the alphabet. */
export class ListOutput {
  hasItems = false;
  readonly #form: string;
  readonly #print: PrintObject;
  readonly #out: Output;
  readonly #showManagedFields: boolean;
  #rows: PrintedObject[] = [];

  /** `print`: for forms that are no documents. */
  constructor(form: string, print: PrintObject, out: Output, showManagedFields: boolean) {
    this.#form = form;
    this.#print = print;
    this.#out = out;
    this.#showManagedFields = showManagedFields;
  }

  async item(object: PrintedObject): Promise<void> {
    const isFirst = !this.hasItems;
    this.hasItems = true;
    if (this.#form === 'json') {
      const before = isFirst ? '{\n    "apiVersion": "v1",\n    "items": [\n' : ',\n';
      const text = writeSortedJson(this.#trimmed(object), '        ');
      await this.#out.write(`${before}        ${text}`);
    } else if (this.#form === 'yaml') {
      const text = writeYaml([this.#trimmed(object)]);
      await this.#out.write((isFirst ? 'apiVersion: v1\nitems:\n' : '') + text);
    } else if (this.#form === 'custom-columns') {
      this.#rows.push(object);
      if (this.#rows.length === maxRows) await this.#flush();
    } else await this.#out.write(this.#print(object));
  }

  /** Rows are aligned together. */
  async #flush(): Promise<void> {
    await this.#out.write(this.#print({ kind: 'List', items: this.#rows }));
    this.#rows = [];
  }

  /** Ends the document. */
  async end(): Promise<void> {
    const empty = !this.hasItems;
    if (this.#form === 'json') {
      const before = empty ? '{\n    "apiVersion": "v1",\n    "items": []' : '\n    ]';
      await this.#out.write(
        `${before},\n    "kind": "List",\n    "metadata": {\n        "resourceVersion": ""\n    }\n}\n`,
      );
    } else if (this.#form === 'yaml') {
      const before = empty ? 'apiVersion: v1\nitems: []\n' : '';
      await this.#out.write(`${before}kind: List\nmetadata:\n  resourceVersion: ""\n`);
    } else if (this.#form === 'custom-columns') await this.#flush();
  }

  #trimmed(object: PrintedObject): PrintedObject {
    if (this.#showManagedFields || object.metadata?.managedFields === undefined) return object;
    const { managedFields: _, ...metadata } = object.metadata;
    return { ...object, metadata };
  }
}
