import fc from 'fast-check';
import { Normalizer } from '../../../src/api/codec/normalizer.ts';
import { FeatureGates } from '../../../src/api/gates/feature-gates.ts';
import { dialects } from '../../../src/api/meta/dialect.ts';
import {
  apiVersionOf,
  type FieldSchema,
  type KindDefinition,
  type Schema,
} from '../../../src/api/schema/schema.ts';
import { type FieldError, fieldErrorText } from '../../../src/api/validation/field-errors.ts';
import type { KindDependencies, KindRules, VersionRules } from '../../../src/registry/kind-rules.ts';
import { isKnownAt, testedRelease } from '../release.ts';
import { definitionsOf } from './definitions.ts';
import { createErrors, updateErrors } from './validation.ts';

/** Objects made from the definitions, led from version to version. */

const dialect = dialects[0]!;

export const dependencies: KindDependencies = {
  dialect,
  clock: { now: () => 0 },
  gates: new FeatureGates(testedRelease),
};

export const { kinds: definitions } = definitionsOf();

type Anything = Record<string, unknown>;

/** A kind in all of its versions, with the steps that the server takes. */
export class Versions {
  readonly rules: KindRules<any>;
  /** The one that holds what is stored; for a kind that is never stored the stable one. */
  readonly stored: KindDefinition;
  readonly all: readonly KindDefinition[];

  constructor(rules: KindRules<any>, release = testedRelease) {
    this.rules = rules;
    // Others are there to read what later releases have stored.
    this.all = definitionsOf(release).kinds.filter(
      (one) =>
        one.group === rules.group && one.kind === rules.kind && (one.storage || isKnownAt(release, one)),
    );
    const stored = this.all.find(({ storage, virtual, version }) => storage || (virtual && version === 'v1'));
    if (stored === undefined) throw new Error(`no definition of ${rules.kind} is stored`);
    this.stored = stored;
  }

  version(name: string): KindDefinition {
    return this.all.find(({ version }) => version === name)!;
  }

  #rulesOf(version: KindDefinition): VersionRules {
    return this.rules.versions?.[apiVersionOf(version)] ?? {};
  }

  /** As a request is decoded: shaped, with the defaults of its version, and of the stored one if shaped the same. */
  decode(object: object, version: KindDefinition): Anything {
    const shaped = shape(object, version);
    version.filledFirst?.fill(shaped);
    this.#rulesOf(version).applyDefaults?.(shaped);
    if (this.#rulesOf(version).toStored === undefined) this.#complete(shaped);
    return shape(shaped, version);
  }

  toStored(object: object, version: KindDefinition): Anything {
    const given = structuredClone(object);
    const converted = version === this.stored ? given : (this.#rulesOf(version).toStored?.(given) ?? given);
    const stored = shape(converted, this.stored);
    this.#complete(stored);
    return shape(stored, this.stored);
  }

  #complete(object: object): void {
    this.stored.filled?.fill(object);
    this.rules.applyDefaults?.(object);
  }

  fromStored(object: object, version: KindDefinition): Anything {
    const given = structuredClone(object);
    const converted = version === this.stored ? given : (this.#rulesOf(version).fromStored?.(given) ?? given);
    return shape(converted, version);
  }

  /** The faults of a creation by a request of this version. */
  create(object: object, name: string): string[] {
    const version = this.version(name);
    const decoded = this.decode(object, version);
    const errors: FieldError[] = this.#rulesOf(version).validate?.(decoded) ?? [];
    const stored = this.toStored(decoded, version);
    const rules = this.rules as WithVersion;
    rules.prepareForCreate?.(stored, apiVersionOf(version));
    return texts([...errors, ...createErrors(rules, stored, apiVersionOf(version))]);
  }

  /** The faults of an update of the main resource by a request of this version. */
  update(object: object, old: object, name: string): string[] {
    const version = this.version(name);
    const stored = this.toStored(this.decode(object, version), version);
    const before = this.toStored(this.decode(old, version), version);
    const rules = this.rules as WithVersion;
    rules.prepareForUpdate?.(stored, before, apiVersionOf(version));
    return texts(updateErrors(rules, stored, before, apiVersionOf(version)));
  }

  /**
   * Any object of any version goes to every other version and back unchanged. `prepare` makes what the definition
   * alone cannot: it changes an object of the given version so that it could be a valid one.
   */
  expectRoundTrips(options: { prepare?: (object: any, version: string) => void; runs?: number } = {}): void {
    for (const from of this.all) {
      fc.assert(
        fc.property(objectOf(from), (object) => {
          options.prepare?.(object, from.version);
          const decoded = this.decode(object, from);
          same(this.decode(decoded, from), decoded, 'defaulting twice is defaulting once');
          for (const to of this.all) {
            const there = this.fromStored(this.toStored(decoded, from), to);
            const back = this.fromStored(this.toStored(this.decode(there, to), to), from);
            same(back, decoded, `${from.version} to ${to.version} and back`);
          }
        }),
        { numRuns: options.runs ?? 100 },
      );
    }
  }
}

/** Rules may be told the version of the request as the last argument. */
interface WithVersion {
  prepareForCreate?(object: object, apiVersion: string): void;
  validateCreate?(object: object, apiVersion: string): FieldError[];
  prepareForUpdate?(object: object, old: object, apiVersion: string): void;
  validateUpdate?(object: object, old: object, apiVersion: string): FieldError[];
}

/** Throws where two values are not the same JSON. */
export function same(actual: unknown, expected: unknown, what: string): void {
  const [got, wanted] = [actual, expected].map((value) => JSON.stringify(value));
  if (got !== wanted) throw new Error(`${what}:\n${got}\ninstead of\n${wanted}`);
}

export const texts = (errors: readonly FieldError[]): string[] => errors.map(fieldErrorText);

const shape = (object: object, { schema }: KindDefinition): Anything =>
  new Normalizer().normalize(structuredClone(object), schema) as Anything;

/** Levels of lists, maps and objects, beyond which what can be left out is left out. */
const depth = 7;

const arbitraries = new Map<string, fc.Arbitrary<unknown>>();

/** Objects with any of the fields of a kind, except metadata, which every version shares. */
export function objectOf({ schema }: KindDefinition): fc.Arbitrary<Anything> {
  const fields = schema.fields.filter(({ name }) => name !== 'metadata');
  return recordOf(fields, depth).map((object) => ({
    metadata: { name: 'a', creationTimestamp: null },
    ...object,
  }));
}

function recordOf(fields: readonly FieldSchema[], left: number): fc.Arbitrary<Anything> {
  const known = fields.filter(({ schema }) => left > 0 || isScalar(schema));
  const values = known.map((field): [string, fc.Arbitrary<unknown>] => [field.name, valueFor(field, left)]);
  return fc.record(Object.fromEntries(values), { requiredKeys: [] }) as fc.Arbitrary<Anything>;
}

const isScalar = ({ type }: Schema): boolean => type !== 'struct' && type !== 'list' && type !== 'map';

function valueFor({ schema, values }: FieldSchema, left: number): fc.Arbitrary<unknown> {
  return schema.type === 'string' && values.length > 0
    ? fc.constantFrom(...values)
    : arbitraryOf(schema, left);
}

function arbitraryOf(schema: Schema, left: number): fc.Arbitrary<unknown> {
  switch (schema.type) {
    case 'struct': {
      const key = `${schema.name} ${left}`;
      let known = arbitraries.get(key);
      if (known === undefined) arbitraries.set(key, (known = recordOf(schema.fields, left - 1)));
      return known;
    }
    case 'list':
      return fc.array(arbitraryOf(schema.element, left - 1), { maxLength: 3 });
    case 'map':
      return fc.dictionary(fc.stringMatching(/^[a-z]{1,3}$/), arbitraryOf(schema.value, left - 1), {
        maxKeys: 2,
      });
    case 'boolean':
      return fc.boolean();
    case 'int32':
    case 'int64':
    case 'double':
      return fc.integer({ min: -3, max: 1000 });
    case 'int-or-string':
      return fc.oneof(fc.integer({ min: 0, max: 100 }), fc.constant('25%'));
    case 'bytes':
      return fc.constantFrom('', 'YQ==', 'YWJj');
    case 'quantity':
      return fc.constantFrom('1', '100m', '2Gi');
    case 'time':
      return fc.constantFrom(null, '2021-03-04T05:06:07Z');
    case 'micro-time':
      return fc.constant('2021-03-04T05:06:07.000001Z');
    case 'duration':
      return fc.constantFrom('1h0m0s', '5s');
    case 'raw':
    case 'fields':
      return fc.constantFrom<unknown>({ type: 'object' }, { type: 'string', nullable: true });
    default:
      return fc.stringMatching(/^[a-z0-9.]{0,6}$/);
  }
}
