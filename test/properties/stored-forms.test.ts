import fc from 'fast-check';
import { describe, test } from 'vitest';
import { Normalizer } from '../../src/api/codec/normalizer.ts';
import type { ApiObject } from '../../src/api/meta/metadata.ts';
import type { KindDefinition } from '../../src/api/schema/schema.ts';
import { allKinds } from '../../src/kinds/index.ts';
import { encodeStored } from '../../src/registry/conversion/object-codec.ts';
import { StoreCodec } from '../../src/registry/conversion/store-codec.ts';
import { StoredVersions } from '../../src/registry/conversion/stored-versions.ts';
import type { AnyKindRules } from '../../src/registry/kind-rules.ts';
import { StorageFormat } from '../../src/storage/storage-format.ts';
import { definitions, dependencies, objectOf, same } from '../support/unit/versions.ts';
import { mends } from './mends.ts';

/** Of each kind, in each of the forms in which it may be stored. */
const objects = 1000;

const rulesOf = new Map(allKinds(dependencies).map((rules) => [`${rules.kind}.${rules.group}`, rules]));

const forms = ['1.20', '1.23'].flatMap((release) =>
  [false, true].map((isProtobuf) => ({ release, isProtobuf })),
);

function codecOf(kept: KindDefinition, rules: AnyKindRules, release: string, isProtobuf: boolean): StoreCodec {
  const versions = new StoredVersions(definitions, dependencies.dialect, release);
  return new StoreCodec(kept, rules, { versions, format: new StorageFormat(isProtobuf) });
}

/** As the registry hands objects to the store. */
function shapedAs(kept: KindDefinition, rules: AnyKindRules, object: object): ApiObject {
  const shape = (one: object) => new Normalizer().normalize(one, kept.schema) as unknown as ApiObject;
  const shaped = shape(object);
  rules.applyDefaults?.(shaped);
  return JSON.parse(encodeStored(shape(shaped), kept).toString());
}

/** Protobuf has no empty list: it is null when it comes back. */
const withoutEmptyLists = (object: object): unknown =>
  JSON.parse(JSON.stringify(object, (_, value) => (Array.isArray(value) && value.length === 0 ? null : value)));

const place = { namespace: '', name: 'a' };

describe.each(definitions.filter(({ storage }) => storage))('any $kind of $group', (kept) => {
  const rules: AnyKindRules = rulesOf.get(`${kept.kind}.${kept.group}`) ?? kept;
  const codecs = forms.map(({ release, isProtobuf }) => ({
    codec: codecOf(kept, rules, release, isProtobuf),
    text: `${release}, ${isProtobuf ? 'Protobuf' : 'JSON'}`,
  }));
  test('is read as it was written, in whichever form', { timeout: 120_000 }, () => {
    const property = fc.property(objectOf(kept), (object) => {
      mends[kept.kind]?.(object, kept.version);
      const shaped = shapedAs(kept, rules, object);
      for (const { codec, text } of codecs) {
        const { stored, isStale } = codec.decode(codec.encode(shaped), place);
        const read = JSON.parse(stored.toString());
        same(withoutEmptyLists(read), withoutEmptyLists(shaped), text);
        same(JSON.parse(codec.decode(codec.encode(read), place).stored.toString()), read, `${text}, again`);
        same(isStale, undefined, `${text} is what would be written`);
      }
    });
    fc.assert(property, { numRuns: objects });
  });
});
