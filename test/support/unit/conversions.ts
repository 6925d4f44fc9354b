import fc from 'fast-check';
import { Normalizer } from '../../../src/api/codec/normalizer.ts';
import { FeatureGates } from '../../../src/api/gates/feature-gates.ts';
import { dialects } from '../../../src/api/meta/dialect.ts';
import { DisabledFields } from '../../../src/api/schema/disabled-fields.ts';
import {
  apiVersionOf,
  type KindDefinition,
  type Schema,
  type StructSchema,
} from '../../../src/api/schema/schema.ts';
import { fieldErrorText } from '../../../src/api/validation/field-errors.ts';
import type { KindDependencies, KindRules, TableCell } from '../../../src/registry/kind-rules.ts';
import { testedRelease } from '../release.ts';
import { definitionsWith } from './definitions.ts';
import { createErrors, updateErrors } from './validation.ts';

/** What the tests of kinds with several versions share. */

export const dependencies: KindDependencies = {
  dialect: dialects[0]!,
  clock: { now: () => 0 },
  gates: new FeatureGates(testedRelease),
};

/** Five minutes and ten seconds after the creation of every test's object. */
export const later = Date.parse('2021-03-04T05:11:17Z');

type Json = any;

/** Leads objects of one kind, in all its versions, the way that the server would. */
export class VersionBench {
  readonly rules: KindRules<any>;
  readonly versions: readonly string[];
  readonly #definitions: readonly KindDefinition[];
  readonly #stored: KindDefinition;
  readonly #disabled: DisabledFields | undefined;

  /** `gates`: those of the release that the rules are of. */
  constructor(rules: KindRules<any>, gates = dependencies.gates) {
    const { kinds, structs } = definitionsWith(gates);
    this.rules = rules;
    this.#definitions = kinds.filter(
      ({ storedAs }) => storedAs.group === rules.group && storedAs.kind === rules.kind,
    );
    this.#stored = this.#definitions.find(({ storage }) => storage)!;
    this.#disabled = DisabledFields.finder(structs.values(), gates)(this.#stored.schema);
    this.versions = this.#definitions.map(apiVersionOf);
  }

  get storedVersion(): string {
    return apiVersionOf(this.#stored);
  }

  definition(apiVersion: string): KindDefinition {
    return this.#definitions.find((definition) => apiVersionOf(definition) === apiVersion)!;
  }

  /** As a client's object is decoded: shaped, with the defaults of its version, in the stored version. */
  toStored(apiVersion: string, object: object): Json {
    const rules = this.rules.versions?.[apiVersion];
    let decoded: Json = this.shape(apiVersion, object);
    this.definition(apiVersion).filledFirst?.fill(decoded);
    rules?.applyDefaults?.(decoded);
    if (apiVersion !== this.storedVersion) decoded = rules?.toStored?.(decoded) ?? decoded;
    decoded = this.shape(this.storedVersion, decoded);
    this.#stored.filled?.fill(decoded);
    this.rules.applyDefaults?.(decoded);
    return this.shape(this.storedVersion, decoded);
  }

  fromStored(apiVersion: string, stored: object): Json {
    const rules = this.rules.versions?.[apiVersion];
    const copy = structuredClone(stored);
    return this.shape(
      apiVersion,
      apiVersion === this.storedVersion ? copy : (rules?.fromStored?.(copy) ?? copy),
    );
  }

  /** What a client gets back that writes an object; `old`: the one that is stored, as a client would write it. */
  write(apiVersion: string, object: object, old?: object): Json {
    const stored = this.toStored(apiVersion, object);
    this.#disabled?.drop(stored, old && this.toStored(apiVersion, old));
    return this.fromStored(apiVersion, stored);
  }

  /** Faults of a creation in the stored version. */
  createErrors(object: object): string[] {
    const decoded = this.toStored(this.storedVersion, object);
    this.#disabled?.drop(decoded);
    this.rules.prepareForCreate?.(decoded);
    return createErrors(this.rules, decoded).map(fieldErrorText);
  }

  updateErrors(object: object, old: object): string[] {
    const [decoded, stored] = [object, old].map((each) => this.toStored(this.storedVersion, each));
    this.#disabled?.drop(decoded, stored);
    this.rules.prepareForUpdate?.(decoded, stored);
    return updateErrors(this.rules, decoded, stored).map(fieldErrorText);
  }

  statusErrors(object: object, old: object): string[] {
    const [decoded, stored] = [object, old].map((each) => this.toStored(this.storedVersion, each));
    return (this.rules.status?.validateUpdate?.(decoded, stored) ?? []).map(fieldErrorText);
  }

  row(object: object): TableCell[] {
    const cells = this.rules.table!.cells(this.toStored(this.storedVersion, object), later);
    if (cells.length !== this.rules.table!.columns.length) throw new Error('one cell a column');
    return cells;
  }

  /** Any object of a version; `fix` makes it one that could be stored. */
  objects(apiVersion: string, fix: (object: Json) => void = () => {}): fc.Arbitrary<Json> {
    return arbitraryStruct(this.definition(apiVersion).schema, 0).map((object) => {
      const shaped = this.shape(apiVersion, object);
      fix(shaped);
      return this.shape(apiVersion, shaped);
    });
  }

  shape(apiVersion: string, object: object): Json {
    return new Normalizer().normalize(object, this.definition(apiVersion).schema);
  }
}

const { label } = dependencies.dialect;

/** Words that mean something to some conversion, among others. */
const word = fc.constantFrom(
  ...['a', 'b', 'web', 'x-1', 'TCP', 'Value', 'cpu', 'Exists', 'DoesNotExist'],
  ...[`topology.${label}/zone`, `${label}/hostname`, `pdb.${label}/deprecated-v1beta1-empty-selector-match`],
);
const time = fc.constantFrom('2021-03-04T05:06:07Z', '1999-12-31T23:59:59Z');

/** Deeper than this nothing is given: pods in templates would make objects of megabytes. */
const depthLimit = 7;

/** Objects of a schema: any field may be there or not. */
function arbitraryStruct({ fields, name }: StructSchema, depth: number): fc.Arbitrary<Json> {
  if (name === 'meta.v1.ObjectMeta')
    return fc.constant({ name: 'web', namespace: 'shop', creationTimestamp: null, labels: { app: 'web' } });
  // Its own fields are another test's concern, and there are thousands.
  if (name === 'core.v1.PodTemplateSpec') return fc.constant({ metadata: { labels: { app: 'web' } } });
  if (depth > depthLimit) return fc.constant({});
  const model = Object.fromEntries(
    fields.map((field) => {
      const named = field.values.filter((value) => value !== '' && value !== '*');
      const value =
        named.length > 0 && field.schema.type === 'string' ? fc.constantFrom(...named) : undefined;
      return [field.name, value ?? arbitrary(field.schema, depth)];
    }),
  );
  const given = fields.filter((field) => field.required || field.name === 'metadata');
  return fc.record(model, { requiredKeys: given.map((field) => field.name) });
}

function arbitrary(schema: Schema, depth: number): fc.Arbitrary<Json> {
  switch (schema.type) {
    case 'struct':
      return arbitraryStruct(schema, depth + 1);
    case 'list':
      return fc.array(arbitrary(schema.element, depth), { maxLength: 3 });
    case 'map':
      return fc.dictionary(word, arbitrary(schema.value, depth), { maxKeys: 3 });
    case 'boolean':
      return fc.boolean();
    case 'int32':
    case 'int64':
    case 'double':
      return fc.constantFrom(0, 1, 2, 80, 100);
    case 'int-or-string':
      return fc.constantFrom<Json>(80, 'http', 3, '25%');
    case 'quantity':
      return fc.constantFrom('1', '100m', '2Gi');
    case 'time':
      return time;
    case 'micro-time':
      return fc.constant('2021-03-04T05:06:07.000000Z');
    case 'duration':
      return fc.constant('1s');
    case 'raw':
    case 'fields':
      return fc.constant({ a: 1 });
    case 'bytes':
      return fc.constant('YQ==');
    default:
      return word;
  }
}
