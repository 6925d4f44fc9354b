import { withoutLineFeed } from '../storage-format.ts';
import { withResourceVersion } from '../stored-bytes.ts';
import type { DecodedEntry } from '../watch-cache/entry.ts';
import type { PageDecoder, PageObject } from '../watch-cache/page-decoder.ts';
import { digestOf, type VerifiedObjects } from './verified-file.ts';

/** Objects that are not known before help with them is worth its start: half a second of work. */
const manyUnknown = 5_000;

/** Finds what is known of the bytes of objects, and hands on those of which nothing is, once they are many. */
export class VerifiedDecoder implements PageDecoder {
  readonly #known: VerifiedObjects;
  readonly #startOther: () => PageDecoder | undefined;
  #other: PageDecoder | undefined;
  #unknown = 0;

  constructor(known: VerifiedObjects, startOther: () => PageDecoder | undefined) {
    this.#known = known;
    this.#startOther = startOther;
  }

  decode(objects: readonly PageObject[]): Promise<(DecodedEntry | undefined)[]> {
    const found = objects.map((object) => this.#find(object));
    const unknown = objects.filter((_, at) => found[at] === undefined);
    const decoded = unknown.length === 0 ? undefined : this.#decodeUnknown(unknown);
    if (decoded === undefined) return Promise.resolve(found);
    return decoded.then((others) => {
      let next = 0;
      return found.map((one) => one ?? others[next++]);
    });
  }

  [Symbol.dispose](): void {
    this.#other?.[Symbol.dispose]();
  }

  #decodeUnknown(objects: readonly PageObject[]): ReturnType<PageDecoder['decode']> {
    const before = this.#unknown;
    this.#unknown += objects.length;
    if (before < manyUnknown && this.#unknown >= manyUnknown) this.#other = this.#startOther();
    return this.#other?.decode(objects);
  }

  #find({ key, value, modRevision }: PageObject): DecodedEntry | undefined {
    const known = this.#known.get(key);
    if (known === undefined) return undefined;
    const stored = withoutLineFeed(value);
    const json = servedOrUndefined(stored, modRevision);
    if (json === undefined || digestOf(json) !== known.digest) return undefined;
    const { labels, fields } = known;
    return { stored, labels, fields, served: { json, revision: modRevision } };
  }
}

/** Undefined for what is no object in JSON. */
function servedOrUndefined(stored: Buffer, revision: number): Buffer | undefined {
  try {
    return withResourceVersion(stored, revision);
  } catch {
    return undefined;
  }
}
