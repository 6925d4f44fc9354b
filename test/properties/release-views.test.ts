import fc from 'fast-check';
import { describe, test } from 'vitest';
import { Normalizer } from '../../src/api/codec/normalizer.ts';
import { FeatureGates } from '../../src/api/gates/feature-gates.ts';
import type { ApiObject } from '../../src/api/meta/metadata.ts';
import { ownDefinitions } from '../../src/api/schema/definition-tree.ts';
import { loadDefinitions } from '../../src/api/schema/load.ts';
import { apiVersionOf, type KindDefinition } from '../../src/api/schema/schema.ts';
import { releases } from '../../src/commands/apiserver/flags/parse-value.ts';
import { hiddenFields } from '../../src/commands/check-store/hidden-fields.ts';
import { allKinds } from '../../src/kinds/index.ts';
import { BuiltInCodec } from '../../src/registry/conversion/built-in-codec.ts';
import { StoredVersions } from '../../src/registry/conversion/stored-versions.ts';
import { noRules } from '../../src/registry/kind-rules.ts';
import { jsonLine, StorageFormat } from '../../src/storage/storage-format.ts';
import { dependencies, objectOf, same } from '../support/unit/versions.ts';
import { makeValid } from './make-valid.ts';

/** Of each kind. Each is read at all releases that know the kind. */
const objects = Number(process.env['OBJECTS'] ?? 20);
const newest = releases.at(-1)!;

/** The codecs of one release, as its servers have them. */
class Codecs {
  readonly release: string;
  readonly kinds: readonly KindDefinition[];
  readonly versions: StoredVersions;
  readonly #isProtobuf: boolean;

  constructor(release: string, isProtobuf: boolean) {
    this.release = release;
    this.kinds = loadDefinitions(ownDefinitions(), dependencies.dialect, release).kinds;
    this.versions = new StoredVersions(this.kinds, dependencies.dialect, release);
    this.#isProtobuf = isProtobuf;
  }

  of({ group, kind, version }: KindDefinition): { kept: KindDefinition; codec: BuiltInCodec } | undefined {
    const kept = this.kinds.find(
      (one) => one.storage && one.group === group && one.kind === kind && one.version === version,
    );
    if (kept === undefined) return undefined;
    const gates = new FeatureGates(this.release);
    const rules = allKinds({ ...dependencies, gates }).find(
      (one) => one.group === group && one.kind === kind,
    );
    const { versions } = this;
    const format = new StorageFormat(this.#isProtobuf);
    return { kept, codec: new BuiltInCodec(kept, rules ?? noRules(kept), { versions, format }) };
  }
}

const place = { namespace: '', name: 'a' };

describe.each([false, true])('what the newest release wrote as Protobuf: %s', (isProtobuf) => {
  const present = new Codecs(newest, isProtobuf);
  const earlier = releases.slice(0, -1).map((release) => new Codecs(release, isProtobuf));
  test.each(present.kinds.filter(({ storage }) => storage))(
    'is read by every release that knows $kind of $group, and is whole at the newest again',
    { timeout: 300_000 },
    async (kept) => {
      const { codec } = present.of(kept)!;
      const readers = earlier.flatMap((codecs) => codecs.of(kept) ?? []);
      const property = fc.asyncProperty(objectOf(kept), async (object) => {
        makeValid[kept.kind]?.(object, kept.version);
        const shaped = new Normalizer().normalize(object, kept.schema) as unknown as ApiObject;
        const whole = { ...shaped, kind: kept.kind, apiVersion: apiVersionOf(kept) } as ApiObject;
        const { written } = await codec.encode(whole, jsonLine(whole), undefined);
        const before = codec.decode(written, place).stored.toString();
        for (const reader of readers) {
          const read = JSON.parse(reader.codec.decode(written, place).stored.toString());
          same([...hiddenFields(read, reader.kept)], [], 'fields that the release does not have');
        }
        same(codec.decode(written, place).stored.toString(), before, 'read again');
      });
      await fc.assert(property, { numRuns: objects });
    },
  );
});
