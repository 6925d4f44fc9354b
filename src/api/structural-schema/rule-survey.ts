import { additionalOf, type ExtensionNames, itemsOf, type JsonSchema } from '../schema/json-schema.ts';
import { rulesOf } from './rule.ts';

/** The places of a schema that have rules, or have one below them. */
export class RuleSurvey {
  /** Number of schemas that rules are about: those at their places and below, each once. */
  readonly fields: number;
  readonly #names: ExtensionNames;
  readonly #ruled = new Set<JsonSchema>();

  constructor(schema: JsonSchema, names: ExtensionNames) {
    this.#names = names;
    this.fields = this.#visit(schema).subject;
  }

  /** Whether there is a rule at the schema or below it. */
  has(schema: JsonSchema): boolean {
    return this.#ruled.has(schema);
  }

  /** `subject`: those of the schemas that rules are about. */
  #visit(schema: JsonSchema): { all: number; subject: number } {
    const { properties = {} } = schema;
    let all = 1;
    let subject = 0;
    let isRuled = rulesOf(schema, this.#names).length > 0;
    const own = isRuled;
    for (const below of [...Object.values(properties), itemsOf(schema), additionalOf(schema)]) {
      if (below === undefined) continue;
      const found = this.#visit(below);
      all += found.all;
      subject += found.subject;
      isRuled ||= this.#ruled.has(below);
    }
    if (isRuled) this.#ruled.add(schema);
    return { all, subject: own ? all : subject };
  }
}
