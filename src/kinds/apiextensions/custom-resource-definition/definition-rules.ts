import { equalValues } from '../../../api/json/json-values.ts';
import { type ExtensionNames, type JsonSchema, someSchema } from '../../../api/schema/json-schema.ts';
import { rulesOf } from '../../../api/structural-schema/rule.ts';
import { RuleEnvironment } from '../../../api/structural-schema/rule-environments.ts';
import type { RuleEnvironments, RuleValidation } from '../../../api/structural-schema/validate-rules.ts';
import type { BetaSpec } from './types.ts';
import { schemasOf } from './validation-options.ts';

/** The validation of rules in expressions, of new definitions and of changed ones. */
export class DefinitionRules {
  readonly #names: ExtensionNames;
  readonly #environments: () => RuleEnvironments;

  /** `minCompatibility`: the oldest release that other servers may be of. */
  constructor(release: string, names: ExtensionNames, minCompatibility?: string) {
    this.#names = names;
    this.#environments = lazily(() => ({
      fresh: new RuleEnvironment(release, false, names, minCompatibility),
      stored: new RuleEnvironment(release, true, names),
    }));
  }

  /** `old`: the stored definition; undefined for a new one. */
  of(old: BetaSpec | undefined): RuleValidation {
    const schemas = old === undefined ? [] : schemasOf(old);
    const texts = lazily(() => this.#textsOf(schemas));
    return {
      environments: this.#environments,
      isKept: (text) => texts().has(text),
      isUnchanged: (schema) => schemas.some((before) => equalValues(before, schema)),
    };
  }

  #textsOf(schemas: readonly (JsonSchema | undefined)[]): ReadonlySet<string> {
    const texts = new Set<string>();
    for (const schema of schemas) {
      someSchema(schema, (each) => {
        for (const { rule = '', messageExpression = '' } of rulesOf(each, this.#names)) {
          texts.add(rule).add(messageExpression);
        }
        return false;
      });
    }
    return texts;
  }
}

function lazily<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}
