import type { ExtensionNames } from '../schema/json-schema.ts';
import type { StepBudget } from './step-budget.ts';
import type { RuleValidation } from './validate-rules.ts';
import type { ValueStyle } from './value-style.ts';

/** The rules that the schemas of a definition must meet. */
export interface SchemaValidationOptions {
  names: ExtensionNames;
  allowDefaults: boolean;
  /** Types must be known. */
  requireValidTypes: boolean;
  /** Schemas must be structural: see `validateStructural`. */
  requireStructural: boolean;
  /** Defaults must not have fields that their schemas do not specify. */
  requirePrunedDefaults: boolean;
  /** Items of sets must be atomic. */
  requireAtomicSets: boolean;
  /** Keys of map lists must be required or have a default. */
  requireMapKeys: boolean;
  /** Rules in expressions are known, and must be right; undefined where they are not known. */
  rules: RuleValidation | undefined;
  /** The forms of errors of defaults. */
  style: ValueStyle;
  /** Bounds the validation of defaults. */
  budget: StepBudget;
}
