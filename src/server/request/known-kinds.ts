import { formats } from '../../api/codec/negotiation.ts';
import type { Dialect } from '../../api/meta/dialect.ts';
import { apiVersionOf, type KindDefinition } from '../../api/schema/schema.ts';

/** Kinds that every group-version has beside those of its resource types. */
const inEveryVersion = [
  'CreateOptions',
  'DeleteOptions',
  'GetOptions',
  'ListOptions',
  'PatchOptions',
  'UpdateOptions',
  'WatchEvent',
];

/** Kinds of the core group that are no resource type's. */
const inCore = ['APIGroup', 'APIGroupList', 'APIResourceList', 'APIVersions', 'List', 'Status'];

/**
 * Every kind that there is, in every version and whether it is served or not: a body of another kind than the one
 * that is wanted is told of as a stranger, or as somebody who came to the wrong door.
 */
export class KnownKinds {
  /** What holds them all, as messages call it. */
  readonly registry: string;
  /** What bodies are taken in, as clients are told. */
  readonly mediaTypes: readonly string[];
  readonly #kinds = new Set<string>();

  constructor({ typeRegistry, protobuf }: Dialect, definitions: readonly KindDefinition[]) {
    this.registry = typeRegistry;
    this.mediaTypes = [...formats, protobuf];
    for (const definition of definitions) {
      const apiVersion = apiVersionOf(definition);
      for (const kind of [definition.kind, `${definition.kind}List`, ...inEveryVersion])
        this.#add(apiVersion, kind);
    }
    for (const kind of inCore) this.#add('v1', kind);
  }

  has(apiVersion: string, kind: string): boolean {
    return this.#kinds.has(`${apiVersion} ${kind}`);
  }

  #add(apiVersion: string, kind: string): void {
    this.#kinds.add(`${apiVersion} ${kind}`);
  }
}
