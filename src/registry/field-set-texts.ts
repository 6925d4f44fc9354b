import type { ManagedFieldsEntry } from '../api/machinery/metadata.ts';
import type { FieldNode } from '../api/patch/apply/field-set.ts';

/** A set and its JSON. */
interface Kept {
  readonly text: string;
  readonly set: FieldNode;
}

/** So many that were read last are tried first: they need not even be looked through for their end. */
const mostRecent = 16;
/** Of all texts that are kept together. */
const mostKept = 512 * 1024;
/** A longer one belongs to one object alone, more likely than not. */
const longestKept = 32 * 1024;

/** How every object begins that this server has written: nothing stands before its metadata. */
const head = /^\{"kind":"[^"\\]*","apiVersion":"[^"\\]*","metadata":\{/;
const listMark = '"managedFields":[{';
const setMark = '"fieldsV1":{';
/** What stands before a set, and behind it: one more entry, or the end of the list. */
const beforeSet = /^[^{}]*$/;
const afterSet = /(?:,"subresource":"[^"\\]*")?\}(,\{|\])/y;

/**
 * Sets of fields by their JSON, and back. A third of an object is who owns its fields, and takes more than half of
 * the time that reading it does; yet the objects that one program makes have the same sets, again and again, and
 * nobody changes a set. So each text is read once.
 */
export class FieldSetTexts {
  #kept = new Map<string, Kept>();
  #length = 0;
  #recent: Kept[] = [];
  readonly #texts = new WeakMap<FieldNode, string>();

  /** An object's JSON, parsed by `parse` but for the sets of fields in its metadata. Throws what `parse` throws. */
  parse(text: string, parse: (text: string) => any): any {
    const places = this.#placesOf(text);
    if (places.length === 0) return parse(text);
    let rest = '';
    let from = 0;
    for (const [index, { begin, kept }] of places.entries()) {
      rest += text.slice(from, begin) + index;
      from = begin + kept.text.length;
    }
    const object = parse(rest + text.slice(from));
    const entries: ({ fieldsV1?: unknown } | null)[] = object?.metadata?.managedFields;
    // A text that says it twice, in another place or in another order: nobody's but somebody else's.
    if (entries?.length !== places.length) return parse(text);
    if (places.some((_, index) => entries[index]?.fieldsV1 !== index)) return parse(text);
    for (const [index, { kept }] of places.entries()) entries[index]!.fieldsV1 = kept.set;
    return object;
  }

  /** An object's JSON, written by `write` but for the sets of fields in its metadata. */
  write(object: object, write: (value: object) => string): string {
    const { metadata } = object as { metadata?: { managedFields?: ManagedFieldsEntry[] } };
    const entries = metadata?.managedFields ?? [];
    if (entries.length === 0 || !entries.every(hasSet)) return write(object);
    const numbered = entries.map((entry, index) => ({ ...entry, fieldsV1: index }));
    const text = write({ ...object, metadata: { ...metadata, managedFields: numbered } });
    let result = '';
    let from = 0;
    for (const [index, { fieldsV1 }] of entries.entries()) {
      // In a text the quotes would be escaped: this is the key, and metadata is the first that has one.
      const mark = `"fieldsV1":${index}`;
      const at = text.indexOf(mark, from);
      result += text.slice(from, at) + setMark.slice(0, -1) + this.#textOf(fieldsV1 as FieldNode, write);
      from = at + mark.length;
    }
    return result + text.slice(from);
  }

  /** The braces that open sets, with what they are; none where they do not stand as they are written here. */
  #placesOf(text: string): { begin: number; kept: Kept }[] {
    const places: { begin: number; kept: Kept }[] = [];
    const list = text.indexOf(listMark);
    if (list === -1 || !head.test(text)) return places;
    for (let entry = list + listMark.length; ; entry = afterSet.lastIndex) {
      const mark = text.indexOf(setMark, entry);
      if (mark === -1 || !beforeSet.test(text.slice(entry, mark))) return [];
      const begin = mark + setMark.length - 1;
      const kept = this.#setAt(text, begin);
      if (kept === undefined) return [];
      places.push({ begin, kept });
      afterSet.lastIndex = begin + kept.text.length;
      const after = afterSet.exec(text);
      if (after === null) return [];
      if (after[1] === ']') return places;
    }
  }

  /** The set whose text begins there; undefined when no object does that ends. Throws SyntaxError. */
  #setAt(text: string, begin: number): Kept | undefined {
    for (const recent of this.#recent) if (text.startsWith(recent.text, begin)) return recent;
    const end = endOfObject(text, begin);
    if (end === -1) return undefined;
    const own = text.slice(begin, end);
    const kept = this.#kept.get(own) ?? this.#keep(own, JSON.parse(own) as FieldNode);
    if (own.length <= longestKept) this.#recent = [kept, ...this.#recent.slice(0, mostRecent - 1)];
    return kept;
  }

  #textOf(set: FieldNode, write: (value: object) => string): string {
    const known = this.#texts.get(set);
    if (known !== undefined) return known;
    const text = write(set);
    this.#keep(text, set);
    return text;
  }

  #keep(text: string, set: FieldNode): Kept {
    // A text that was cut out of another one would keep all of that.
    const kept = { text: Buffer.from(text).toString(), set };
    if (text.length > longestKept) return kept;
    if (this.#length + text.length > mostKept) {
      this.#kept = new Map();
      this.#length = 0;
    }
    this.#length += text.length;
    this.#kept.set(kept.text, kept);
    this.#texts.set(set, kept.text);
    return kept;
  }
}

/** Whether it has something like a set: a webhook may put anything there. */
const hasSet = ({ fieldsV1 }: ManagedFieldsEntry): boolean =>
  typeof fieldsV1 === 'object' && fieldsV1 !== null;

const quote = 0x22;
const backslash = 0x5c;

/** Behind the brace that closes the one at `begin`; -1 when none does. */
function endOfObject(text: string, begin: number): number {
  let open = 0;
  for (let at = begin; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x7b) open++;
    else if (code === 0x7d && --open === 0) return at + 1;
    else if (code === quote) {
      for (at++; text.charCodeAt(at) !== quote; at++) {
        if (at >= text.length) return -1;
        if (text.charCodeAt(at) === backslash) at++;
      }
    }
  }
  return -1;
}
