import type { IncomingMessage } from 'node:http';
import { Normalizer } from '../../src/api/codec/normalizer.ts';
import { decodeMessage } from '../../src/api/codec/protobuf/decode.ts';
import { decodeEnvelope } from '../../src/api/codec/protobuf/envelope.ts';
import { type Dialect, dialects } from '../../src/api/meta/dialect.ts';
import { loadDefinitions } from '../../src/api/schema/load.ts';
import type { StructSchema } from '../../src/api/schema/schema.ts';
import { decodeWatchFrame, listSchema } from './protobuf-messages.ts';
import { testedRelease } from './release.ts';

/** Reads Protobuf as a client of one dialect: to what the same answer is as JSON. */
export class ProtobufReader {
  readonly dialect: Dialect;
  readonly #structs: ReadonlyMap<string, StructSchema>;
  readonly #kinds: ReadonlyMap<string, StructSchema>;

  constructor(name: Dialect['name']) {
    this.dialect = dialects.find((dialect) => dialect.name === name)!;
    const path = new URL('../../api-definitions', import.meta.url).pathname;
    const { kinds, structs } = loadDefinitions(path, this.dialect, testedRelease);
    this.#structs = structs;
    const named = kinds.map(({ group, version, kind, schema }): [string, StructSchema] => {
      return [`${group === '' ? version : `${group}/${version}`} ${kind}`, schema];
    });
    this.#kinds = new Map(named);
  }

  /** An object or a list, in its envelope. */
  read(body: Uint8Array): any {
    const { apiVersion, kind, raw } = decodeEnvelope(body);
    const schema = this.schemaOf({ apiVersion, kind });
    const shaped = new Normalizer().normalize(decodeMessage(raw, schema), schema);
    // Protobuf does not tell an empty list from none. Items of a list do not say what they are.
    if (kind.endsWith('List')) {
      const items = (shaped['items'] ?? []) as Record<string, unknown>[];
      shaped['items'] = items.map(({ kind: _, apiVersion: __, ...item }) => item);
    }
    return { kind, apiVersion, ...shaped };
  }

  /** Resolves with so many events of a watch, with their objects read. */
  async events(response: IncomingMessage, count: number): Promise<{ type: string; object: any }[]> {
    const events: { type: string; object: any }[] = [];
    let rest = Buffer.alloc(0);
    for await (const chunk of response) {
      rest = Buffer.concat([rest, chunk as Buffer]);
      for (let next = decodeWatchFrame(rest); next !== undefined; next = decodeWatchFrame(rest)) {
        events.push({ type: next.frame.type, object: this.read(next.frame.object) });
        rest = rest.subarray(next.size);
      }
      if (events.length >= count) break;
    }
    return events;
  }

  /** Of objects and lists of this type. */
  schemaOf({ apiVersion, kind }: { apiVersion: string; kind: string }): StructSchema {
    const own = this.#kinds.get(`${apiVersion} ${kind}`);
    if (own !== undefined) return own;
    const item = this.#kinds.get(`${apiVersion} ${kind.replace(/List$/, '')}`);
    if (item !== undefined) return listSchema(this.#structs.get('meta.v1.ListMeta')!, item);
    // Status, PartialObjectMetadata, Scale.
    const version = apiVersion.startsWith('autoscaling') ? 'autoscaling.v1' : 'meta.v1';
    return this.#structs.get(`${version}.${kind}`)!;
  }
}
