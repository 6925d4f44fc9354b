import { writeJson } from '../../api/codec/json.ts';
import type { Pacer } from '../../util/pacer.ts';
import { type Interruptible, inSlices } from '../../util/slices.ts';
import type { RemoteDocument } from '../surface/remote-documents.ts';
import { Part } from './part.ts';
import { type Encoder, encodeNamed } from './protobuf/encoders.ts';
import { pathItem, schema } from './protobuf/v2.ts';
import { reachedFrom, withReferences } from './references.ts';

/** A part of a foreign document: a part that Protobuf cannot express is empty there, and the document stays whole. */
export class RemotePart extends Part {
  readonly #given: { name: string; value: object; encoder: Encoder };
  #encoded: Uint8Array | undefined;

  constructor(name: string, value: object, encoder: Encoder) {
    super(name, () => value, encoder);
    this.#given = { name, value, encoder };
  }

  override get protobuf(): Uint8Array {
    const { name, value, encoder } = this.#given;
    try {
      this.#encoded ??= encodeNamed(name, value, encoder);
    } catch {
      this.#encoded = encodeNamed(name, {}, encoder);
    }
    return this.#encoded;
  }
}

/** Definitions under one name; a document that has yet another one refers to the last of them. */
const maxNamesakes = 20;

export interface MergedParts {
  paths: Part[];
  definitions: Part[];
}

/**
 * Adds the documents of other servers to the parts of this one. Of two paths the earlier stays. A definition that is
 * another one under a name that is taken gets the first name of `<name>_v2`, `<name>_v3` and so on that is free, or that
 * stands for the same.
 */
export async function mergeRemote(
  own: MergedParts,
  documents: readonly RemoteDocument[],
  pacer: Pacer,
): Promise<MergedParts> {
  const paths = new Map(own.paths.map((part) => [part.name, part]));
  const definitions = new Map(own.definitions.map((part) => [part.name, part]));
  for (const document of documents) {
    const added = Object.entries(document.paths).filter(([path]) => !paths.has(path));
    const roots = added.map(([, item]) => item);
    const reached = await inSlices(reachedFrom(roots, document.definitions), pacer);
    const names = new Map<string, string>();
    for (const [name, definition] of reached) {
      names.set(name, await inSlices(nameFor(name, definition, definitions), pacer));
    }
    for (const [name, definition] of reached) {
      const chosen = names.get(name)!;
      if (definitions.has(chosen)) continue;
      definitions.set(chosen, new RemotePart(chosen, withReferences(definition, names) as object, schema));
      await pacer.step();
    }
    for (const [path, item] of added) {
      paths.set(path, new RemotePart(path, withReferences(item, names) as object, pathItem));
      await pacer.step();
    }
  }
  return { paths: [...paths.values()], definitions: [...definitions.values()] };
}

/** Stops after each name that is taken. */
function* nameFor(name: string, definition: object, taken: ReadonlyMap<string, Part>): Interruptible<string> {
  let candidate = name;
  let text: string | undefined;
  for (let number = 2; number <= maxNamesakes; number++) {
    const other = taken.get(candidate);
    if (other === undefined) return candidate;
    text ??= comparable(definition);
    if (comparable(JSON.parse(`{${other.json}}`)[candidate]) === text) return candidate;
    candidate = `${name}_v${number}`;
    yield;
  }
  return candidate;
}

/** The same text for definitions that mean the same: how they are described, and for which kinds, may differ. */
const comparable = (value: unknown): string => writeJson(bare(value));

function bare(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(bare);
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(
    ([key, member]) =>
      !(key === 'description' && typeof member === 'string') && !key.endsWith('-group-version-kind'),
  );
  kept.sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(kept.map(([key, member]) => [key, bare(member)]));
}
