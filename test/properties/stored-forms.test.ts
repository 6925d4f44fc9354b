import fc from 'fast-check';
import { describe, test } from 'vitest';
import { Normalizer } from '../../src/api/codec/normalizer.ts';
import type { ApiObject } from '../../src/api/meta/metadata.ts';
import type { KindDefinition } from '../../src/api/schema/schema.ts';
import { allKinds } from '../../src/kinds/index.ts';
import { BuiltInCodec } from '../../src/registry/conversion/built-in-codec.ts';
import { encodeStored } from '../../src/registry/conversion/object-codec.ts';
import { StoredVersions } from '../../src/registry/conversion/stored-versions.ts';
import { type AnyKindRules, noRules } from '../../src/registry/kind-rules.ts';
import { jsonLine, StorageFormat } from '../../src/storage/storage-format.ts';
import { definitions, dependencies, objectOf, same } from '../support/unit/versions.ts';
import { makeValid } from './make-valid.ts';

/** Of each kind, each in one of the forms in which it may be stored. */
const objects = Number(process.env['OBJECTS'] ?? 200);

const rulesOf = new Map(allKinds(dependencies).map((rules) => [`${rules.kind}.${rules.group}`, rules]));

const forms = ['1.20', '1.23'].flatMap((release) =>
  [false, true].map((isProtobuf) => ({ release, isProtobuf })),
);

function codecOf(
  kept: KindDefinition,
  rules: AnyKindRules,
  release: string,
  isProtobuf: boolean,
): BuiltInCodec {
  const versions = new StoredVersions(definitions, dependencies.dialect, release);
  return new BuiltInCodec(kept, rules, { versions, format: new StorageFormat(isProtobuf) });
}

/** As the registry hands objects to the store. */
function shapedAs(kept: KindDefinition, rules: AnyKindRules, object: object): ApiObject {
  const shape = (one: object) => new Normalizer().normalize(one, kept.schema) as unknown as ApiObject;
  const shaped = shape(object);
  kept.filled?.fill(shaped);
  rules.applyDefaults?.(shaped);
  rules.applyReadDefaults?.(shaped);
  return JSON.parse(encodeStored(shape(shaped), kept).toString());
}

/** Protobuf has no empty list: it is null when it comes back. */
const withoutEmptyLists = (json: Buffer): unknown =>
  JSON.parse(json.toString(), (_, value) => (Array.isArray(value) && value.length === 0 ? null : value));

const place = { namespace: '', name: 'a' };

describe.each(definitions.filter(({ storage }) => storage))('any $kind of $group', (kept) => {
  const rules: AnyKindRules = rulesOf.get(`${kept.kind}.${kept.group}`) ?? noRules(kept);
  const codecs = forms.map(({ release, isProtobuf }) => ({
    codec: codecOf(kept, rules, release, isProtobuf),
    text: `${release}, ${isProtobuf ? 'Protobuf' : 'JSON'}`,
  }));
  test('is read as it was written, in whichever form', { timeout: 120_000 }, async () => {
    const property = fc.asyncProperty(
      objectOf(kept),
      fc.nat({ max: codecs.length - 1 }),
      async (object, form) => {
        const { codec, text } = codecs[form]!;
        makeValid[kept.kind]?.(object, kept.version);
        const shaped = shapedAs(kept, rules, object);
        const { stored, written } = await codec.encode(shaped, jsonLine(shaped), undefined);
        const entry = codec.decode(written, place);
        same(entry.stored.toString(), stored.toString(), `${text}: what the caches keep is what is read`);
        same(withoutEmptyLists(stored), withoutEmptyLists(jsonLine(shaped)), text);
        same(entry.isStale, undefined, `${text} is what would be written`);
      },
    );
    await fc.assert(property, { numRuns: objects });
  });
});
