import { Normalizer } from '../../../src/api/codec/normalizer.ts';
import { FeatureGates } from '../../../src/api/gates/feature-gates.ts';
import { dialects } from '../../../src/api/meta/dialect.ts';
import { ErrorTexts } from '../../../src/api/meta/error-texts.ts';
import { DisabledFields } from '../../../src/api/schema/disabled-fields.ts';
import type { KindDefinition, StructSchema } from '../../../src/api/schema/schema.ts';
import { type FieldError, fieldErrorTextIn } from '../../../src/api/validation/field-errors.ts';
import type { KindDependencies, KindRules, TableCell } from '../../../src/registry/kind-rules.ts';
import { testedRelease } from '../release.ts';
import { definitionsOf, definitionsWith } from './definitions.ts';
import { createErrors, updateErrors } from './validation.ts';

/** What the tests of kinds share. */

export const dependencies: KindDependencies = {
  dialect: dialects[0]!,
  clock: { now: () => 0 },
  gates: new FeatureGates(testedRelease),
};

export const created = '2021-03-04T05:06:07Z';
/** Five minutes and ten seconds after `created`. */
export const later = Date.parse('2021-03-04T05:11:17Z');

/** What a client writes: anything that can be said in JSON. */
export type Written = Record<string, unknown>;

/** Lays one object over another: objects field by field, anything else replaced; undefined takes away. */
export function merged(base: Written, change: Written): Written {
  const result: Written = { ...base };
  for (const [key, value] of Object.entries(change)) {
    const before = result[key];
    if (value === undefined) delete result[key];
    else result[key] = isObject(value) && isObject(before) ? merged(before, value) : value;
  }
  return result;
}

const isObject = (value: unknown): value is Written =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export interface Outcome<T> {
  object: T;
  errors: string[];
}

/** Leads objects of one kind through the steps that the registry would take, with the real definitions. */
export class Bench<T extends object> {
  readonly rules: KindRules<T>;
  readonly #schema: StructSchema;
  readonly #filled: KindDefinition['filled'];
  readonly #disabled: DisabledFields | undefined;
  readonly #base: Written;
  readonly #release: string;

  /**
   * `base` is a valid object, of which each test says only what is different. `gates`: those with which fields of the
   * definitions are dropped; none are without.
   */
  constructor(rules: KindRules<T>, base: Written, release = testedRelease, gates?: FeatureGates) {
    const { kinds, structs } = gates === undefined ? definitionsOf(release) : definitionsWith(gates);
    const own = kinds.filter(({ group, kind }) => group === rules.group && kind === rules.kind);
    const definition = own.find(({ storage }) => storage) ?? own[0];
    if (definition === undefined) throw new Error(`no definition of ${rules.kind}`);
    this.rules = rules;
    this.#schema = definition.schema;
    this.#filled = definition.filled;
    this.#disabled = gates && DisabledFields.finder(structs.values(), gates)(definition.schema);
    this.#base = base;
    this.#release = release;
  }

  shape(object: object): T {
    return new Normalizer().normalize(structuredClone(object), this.#schema) as T;
  }

  /** As it is decoded: shaped, and with defaults. */
  decode(change: Written = {}): T {
    const object = this.shape(merged(this.#base, change));
    this.#filled?.fill(object);
    this.rules.applyDefaults?.(object);
    // Without a copy, which would not know what was sent empty.
    return new Normalizer().normalize(object, this.#schema) as T;
  }

  create(change: Written = {}): Outcome<T> {
    const object = this.decode(change);
    this.#disabled?.drop(object);
    this.rules.prepareForCreate?.(object);
    const errors = createErrors(this.rules, object);
    return { object: this.shape(object), errors: texts(errors, this.#release) };
  }

  /** Both sides are changes of the base; the old one is as it is stored, with its status. */
  update(change: Written, oldChange: Written = {}): Outcome<T> {
    const old = this.decode(oldChange);
    const before = structuredClone(old);
    const object = this.decode(change);
    this.#disabled?.drop(object, old);
    this.rules.prepareForUpdate?.(object, old);
    const errors = updateErrors(this.rules, object, old);
    if (JSON.stringify(old) !== JSON.stringify(before)) throw new Error('the stored object was changed');
    return { object: this.shape(object), errors: texts(errors, this.#release) };
  }

  updateStatus(change: Written, oldChange: Written = {}): Outcome<T> {
    const old = this.decode(oldChange);
    const object = this.decode(change);
    this.#disabled?.drop(object, old);
    this.rules.status?.prepareForUpdate?.(object, old);
    const errors = this.rules.status?.validateUpdate?.(object, old);
    return { object: this.shape(object), errors: texts(errors, this.#release) };
  }

  /** What one row says, by column. */
  row(change: Written = {}): Record<string, TableCell> {
    const { columns, cells } = this.rules.table!;
    const values = cells(this.decode(change), later);
    // A row may have more than the columns say.
    if (values.length < columns.length) throw new Error('one cell a column at least');
    return Object.fromEntries(columns.map(({ name }, index) => [name, values[index]!]));
  }
}

/** In the words of a release. */
export const texts = (errors: FieldError[] = [], release?: string): string[] =>
  errors.map(fieldErrorTextIn(release === undefined ? undefined : new ErrorTexts(release)));

export const metadata = (name: string, more: Written = {}): Written => ({
  name,
  namespace: 'shop',
  creationTimestamp: created,
  ...more,
});
