import type { ManagedFieldsEntry } from '../api/machinery/metadata.ts';
import type { FieldNode } from '../api/patch/apply/field-set.ts';

/** What a set has below one field at the top of the object, and its JSON. */
interface Kept {
  readonly text: string;
  readonly set: FieldNode;
}

/** Where one stands in a text. */
interface Place {
  readonly begin: number;
  readonly kept: Kept;
}

/** Of each field so many that were read last are tried first: they need not even be looked through for their end. */
const mostRecent = 8;
/** Fields at the top of objects are few; whatever else calls itself one is not kept. */
const mostFields = 64;
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
/** Keys that are their own JSON. */
const plainKey = /^[\w:./-]+$/;
/** Has the object's owners by their uid in it: no two are the same. */
const ownKey = 'f:metadata';

/**
 * Sets of fields by their JSON, and back. A third of an object is who owns its fields, and takes more than half of
 * the time that reading it does; yet the objects that one program makes have the same sets below spec and status,
 * again and again, and nobody changes a set. So each of those texts is read once.
 *
 *     "fieldsV1":{"f:metadata":{"f:labels":{"f:app":{}}},"f:spec":{"f:replicas":{}}}    is parsed as
 *     "fieldsV1":{"f:metadata":{"f:labels":{"f:app":{}}},"f:spec":0}    with the set of that text put in for 0
 */
export class FieldSetTexts {
  #kept = new Map<string, Kept>();
  #length = 0;
  readonly #recent = new Map<string, Kept[]>();
  readonly #texts = new WeakMap<FieldNode, string>();

  /** An object's JSON, parsed by `parse` but for what is kept of its sets. Throws what `parse` throws. */
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
    // A text that says it twice, in another place or in another order: nobody's but somebody else's.
    return putIn(object?.metadata?.managedFields, places) ? object : parse(text);
  }

  /** An object's JSON, written by `write` but for what is kept of its sets. */
  write(object: object, write: (value: object) => string): string {
    const { metadata } = object as { metadata?: { managedFields?: ManagedFieldsEntry[] } };
    const entries = metadata?.managedFields ?? [];
    // A webhook may put anything there.
    if (!entries.every(({ fieldsV1 }) => isSet(fieldsV1) && Object.values(fieldsV1).every(isSet))) {
      return write(object);
    }
    const taken: { key: string; set: FieldNode }[] = [];
    const managedFields = entries.map((entry) => ({ ...entry, fieldsV1: numbered(entry.fieldsV1, taken) }));
    if (taken.length === 0) return write(object);
    const text = write({ ...object, metadata: { ...metadata, managedFields } });
    let result = '';
    let from = 0;
    for (const [index, { key, set }] of taken.entries()) {
      // In a text the quotes would be escaped: this is the key, and metadata is the first that has one.
      const mark = `"${key}":${index}`;
      const at = text.indexOf(mark, from);
      result += `${text.slice(from, at)}"${key}":${this.#textOf(key, set, write)}`;
      from = at + mark.length;
    }
    return result + text.slice(from);
  }

  /** What sets have below fields of the object; none where they do not stand as they are written here. */
  #placesOf(text: string): Place[] {
    const places: Place[] = [];
    const list = text.indexOf(listMark);
    if (list === -1 || !head.test(text)) return places;
    for (let entry = list + listMark.length; ; entry = afterSet.lastIndex) {
      const mark = text.indexOf(setMark, entry);
      if (mark === -1 || !beforeSet.test(text.slice(entry, mark))) return [];
      afterSet.lastIndex = this.#fieldsOf(text, mark + setMark.length - 1, places);
      const after = afterSet.exec(text);
      if (after === null) return [];
      if (after[1] === ']') return places;
    }
  }

  /** Notes the fields of the set that begins there. Answers where it ends; behind the text when it does not. */
  #fieldsOf(text: string, begin: number, places: Place[]): number {
    for (let at = begin; text[at] === '{' || text[at] === ','; ) {
      if (text[at + 1] === '}' && at === begin) return at + 2;
      const end = text.indexOf('":{', at);
      const key = text.slice(at + 2, end);
      if (text[at + 1] !== '"' || !plainKey.test(key)) break;
      const below = end + 2;
      const kept = key === ownKey ? undefined : this.#setAt(key, text, below);
      if (kept !== undefined) places.push({ begin: below, kept });
      at = kept === undefined ? endOfObject(text, below) : below + kept.text.length;
      if (text[at] === '}') return at + 1;
    }
    return text.length;
  }

  /** The set whose text begins there; undefined when none does that ends. Throws SyntaxError. */
  #setAt(key: string, text: string, begin: number): Kept | undefined {
    for (const recent of this.#recent.get(key) ?? []) if (text.startsWith(recent.text, begin)) return recent;
    const end = endOfObject(text, begin);
    if (end === -1) return undefined;
    const own = text.slice(begin, end);
    return this.#kept.get(own) ?? this.#keep(key, own, JSON.parse(own) as FieldNode);
  }

  #textOf(key: string, set: FieldNode, write: (value: object) => string): string {
    return this.#texts.get(set) ?? this.#keep(key, write(set), set).text;
  }

  #keep(key: string, text: string, set: FieldNode): Kept {
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
    const recent = this.#recent.get(key) ?? [];
    if (this.#recent.size < mostFields || this.#recent.has(key)) {
      this.#recent.set(key, [kept, ...recent.slice(0, mostRecent - 1)]);
    }
    return kept;
  }
}

/** Puts sets in for their numbers; false when those are not all there, in order. */
function putIn(entries: unknown, places: readonly Place[]): boolean {
  let next = 0;
  for (const entry of Array.isArray(entries) ? entries : []) {
    const set = entry?.fieldsV1;
    if (!isSet(set)) continue;
    for (const key of Object.keys(set)) {
      if (typeof set[key] !== 'number') continue;
      if (set[key] !== next || next === places.length) return false;
      set[key] = places[next++]!.kept.set;
    }
  }
  return next === places.length;
}

/** The set with numbers for what is kept of it, which is noted as taken. */
function numbered(set: unknown, taken: { key: string; set: FieldNode }[]): any {
  const result: Record<string, unknown> = {};
  for (const [key, below] of Object.entries(set as FieldNode)) {
    const isKept = key !== ownKey && plainKey.test(key);
    result[key] = isKept ? taken.push({ key, set: below }) - 1 : below;
  }
  return result;
}

const isSet = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const quote = 0x22;
const backslash = 0x5c;

/** Behind the brace that closes the one at `begin`; -1 when none does. Most of it are keys, which are leapt over. */
function endOfObject(text: string, begin: number): number {
  let open = 0;
  for (let at = begin; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x7b) open++;
    else if (code === 0x7d && --open === 0) return at + 1;
    else if (code === quote) {
      at = endOfString(text, at);
      if (at === -1) return -1;
    }
  }
  return -1;
}

/** The quote that closes the one at `begin`; -1 when none does. */
function endOfString(text: string, begin: number): number {
  for (let at = text.indexOf('"', begin + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let first = at;
    while (text.charCodeAt(first - 1) === backslash) first--;
    if ((at - first) % 2 === 0) return at;
  }
  return -1;
}
