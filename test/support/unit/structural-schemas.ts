import { dialects } from '../../../src/api/meta/dialect.ts';
import { type ExtensionNames, extensionNames, type JsonSchema } from '../../../src/api/schema/json-schema.ts';
import { RuleEnvironment } from '../../../src/api/structural-schema/rule-environments.ts';
import type { SchemaValidationOptions } from '../../../src/api/structural-schema/schema-validation-options.ts';
import { StepBudget } from '../../../src/api/structural-schema/step-budget.ts';
import type { RuleValidation } from '../../../src/api/structural-schema/validate-rules.ts';
import { plainStyle } from '../../../src/api/structural-schema/value-style.ts';
import { type FieldError, FieldPath, fieldErrorText } from '../../../src/api/validation/field-errors.ts';

export const names = extensionNames(dialects[0]!);

export type Properties = Record<string, JsonSchema>;

export const text: JsonSchema = { type: 'string' };
export const integer: JsonSchema = { type: 'integer' };
export const object = (properties: Properties, more: JsonSchema = {}): JsonSchema => ({
  type: 'object',
  properties,
  ...more,
});
export const list = (items: JsonSchema, more: JsonSchema = {}): JsonSchema => ({
  type: 'array',
  items,
  ...more,
});
export const mapOf = (additionalProperties: unknown, more: JsonSchema = {}): JsonSchema => ({
  type: 'object',
  additionalProperties,
  ...more,
});
export const preserving: JsonSchema = { [names.preserveUnknownFields]: true };
export const embedding: JsonSchema = { type: 'object', [names.embeddedResource]: true };

/** The validation of rules of a new definition. */
export const newRules = (own: ExtensionNames, release = '1.23'): RuleValidation => {
  const environments = {
    fresh: new RuleEnvironment(release, false, own),
    stored: new RuleEnvironment(release, true, own),
  };
  return { environments: () => environments, isKept: () => false, isUnchanged: () => false };
};

export const schemaPath = FieldPath.of('schema');

/** All rules, as for a new definition of the current version. */
export const strict = (): SchemaValidationOptions => ({
  names,
  allowDefaults: true,
  requireValidTypes: true,
  requireStructural: true,
  requirePrunedDefaults: true,
  requireAtomicSets: true,
  requireMapKeys: true,
  rules: newRules(names),
  style: plainStyle,
  budget: new StepBudget(),
});

export const errorTexts = (errors: readonly FieldError[]): string[] => errors.map(fieldErrorText);
