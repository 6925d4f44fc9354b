import type { ExtensionNames, JsonSchema } from '../../schema/json-schema.ts';
import type { CelEnvironment, CelExpression, Compilation, CostEstimate } from '../contract.ts';
import { optionalOf, type Type } from '../types/types.ts';
import type { RuleRelease } from './rule-release.ts';
import { declaredSizes } from './schema-sizes.ts';
import { SchemaTypes } from './schema-types.ts';

/** Types of schemas have names, by which messages tell them apart. */
const typeName = (count: number): string => `selfType${count}`;
let typesSoFar = 0;

/** The place where the rules of one place of a schema are compiled. */
export class RuleScope {
  readonly #release: RuleRelease;
  readonly #schema: JsonSchema;
  readonly #types: SchemaTypes;
  readonly #type: Type | undefined;
  readonly #environments = new Map<string, CelEnvironment>();

  /** `isWhole`: its objects have a type and a name that can be asked for. */
  constructor(release: RuleRelease, names: ExtensionNames, schema: JsonSchema, isWhole: boolean) {
    this.#release = release;
    this.#schema = schema;
    this.#types = new SchemaTypes(names, release.naming);
    this.#type = this.#types.typeOf(schema, typeName(++typesSoFar), isWhole);
  }

  /** Whether expressions see values of the schema at all. */
  get isKnown(): boolean {
    return this.#type !== undefined;
  }

  compile(text: string, { isStored, hasOptionalOld }: RuleKind): Compilation {
    const key = `${isStored}${hasOptionalOld}`;
    let environment = this.#environments.get(key);
    if (environment === undefined) {
      const type = this.#type ?? { kind: 'dyn' };
      const variables = { self: type, oldSelf: hasOptionalOld ? optionalOf(type) : type };
      environment = (isStored ? this.#release.stored : this.#release.fresh).extended({ variables });
      this.#environments.set(key, environment);
    }
    return environment.compile(text);
  }

  /** The cost of the most expensive value that the schema allows. */
  estimatedCost(expression: CelExpression): CostEstimate {
    return expression.estimatedCost(declaredSizes(this.#schema, this.#types));
  }
}

export interface RuleKind {
  readonly isStored: boolean;
  /** Whether the old value may be missing. */
  readonly hasOptionalOld: boolean;
}
