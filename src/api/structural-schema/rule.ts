import { type ExtensionNames, type JsonSchema, someSchema } from '../schema/json-schema.ts';

/** A rule that values have to meet, as a definition says it. */
export interface ValidationRule {
  rule?: string;
  message?: string;
  messageExpression?: string;
  reason?: string;
  fieldPath?: string;
  optionalOldSelf?: boolean;
}

export const rulesOf = (schema: JsonSchema, names: ExtensionNames): readonly ValidationRule[] =>
  (schema[names.validations] as ValidationRule[] | undefined) ?? [];

export const hasRules = (schema: JsonSchema, names: ExtensionNames): boolean =>
  someSchema(schema, (each) => rulesOf(each, names).length > 0);
