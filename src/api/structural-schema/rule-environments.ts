import type { Interruptible } from '../../util/slices.ts';
import type { CelEnvironment, Compilation } from '../cel/contract.ts';
import { environmentFor, visibleRelease } from '../cel/environment.ts';
import { namesInExpressions } from '../cel/schema/field-names.ts';
import { SchemaTypes } from '../cel/schema/schema-types.ts';
import { optionalOf, type Type } from '../cel/types/types.ts';
import type { ExtensionNames, JsonSchema } from '../schema/json-schema.ts';

/** The release from which on most words of the language name fields as well. */
const plainWordsSince = 31;
const minorOf = (release: string): number => Number(release.split('.')[1]);

const compatibilityOf = (release: string | undefined): { compatibility?: number } =>
  release === undefined ? {} : { compatibility: minorOf(release) };

/** The release from which on the values of an enum bound the sizes in estimated costs. */
const boundedEnumsSince = 29;

/** The name of the type of `self` in messages, where clients know one with a number. */
const selfType = 'selfType1';

/** Environment of the rules of one definition: a definition that is written, or one that is stored. */
export class RuleEnvironment {
  readonly types: SchemaTypes;
  /** The minor release: 36 of 1.36. */
  readonly release: number;
  /** Whether a text that is one of an enum is known to be no longer than those. */
  readonly boundsEnums: boolean;
  readonly #base: CelEnvironment;
  /** By schema, and whether the old value need not be there. */
  readonly #places = new WeakMap<JsonSchema, Map<boolean, CelEnvironment | undefined>>();

  /** `release`: `1.36`. `minCompatibility`: the release whose libraries new rules may use, by default the one before. */
  constructor(release: string, isStored: boolean, names: ExtensionNames, minCompatibility?: string) {
    const options = { release: minorOf(release), isStored, ...compatibilityOf(minCompatibility) };
    const visible = visibleRelease(options);
    this.#base = environmentFor(options);
    this.release = options.release;
    this.boundsEnums = options.release >= boundedEnumsSince;
    this.types = new SchemaTypes(names, (name) => namesInExpressions(name, visible >= plainWordsSince));
  }

  /**
   * Compiles an expression about values of a schema, with stops. `isWhole`: objects that have a type and a name. Undefined for a
   * schema whose values expressions cannot see.
   */
  *compile(
    text: string,
    schema: JsonSchema,
    { isWhole, hasOptionalOld }: { isWhole: boolean; hasOptionalOld: boolean },
  ): Interruptible<Compilation | undefined> {
    const environment = this.#environmentOf(schema, isWhole, hasOptionalOld);
    return environment && (yield* environment.compileInSteps(text));
  }

  /** Whether expressions can see the values of a schema. */
  hasType(schema: JsonSchema, isWhole: boolean): boolean {
    return this.types.typeOf(schema, selfType, isWhole) !== undefined;
  }

  #environmentOf(schema: JsonSchema, isWhole: boolean, hasOptionalOld: boolean): CelEnvironment | undefined {
    let known = this.#places.get(schema);
    if (known === undefined) this.#places.set(schema, (known = new Map()));
    if (!known.has(hasOptionalOld)) {
      const type = this.types.typeOf(schema, selfType, isWhole);
      known.set(hasOptionalOld, type && this.#extended(type, hasOptionalOld));
    }
    return known.get(hasOptionalOld);
  }

  #extended(type: Type, hasOptionalOld: boolean): CelEnvironment {
    const oldSelf = hasOptionalOld ? optionalOf(type) : type;
    return this.#base.extended({ variables: { self: type, oldSelf } });
  }
}
