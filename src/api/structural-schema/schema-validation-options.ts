import type { RuleRelease } from '../cel/schema/rule-release.ts';
import type { ExtensionNames } from '../schema/json-schema.ts';
import type { StepBudget } from './step-budget.ts';

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
  /** All that rules in expressions may say; undefined where there are none. */
  rules: RuleRelease | undefined;
  /** Expressions that the stored definition has, which may say more than new ones. */
  storedRuleTexts: ReadonlySet<string>;
  /** Bounds the validation of defaults. */
  budget: StepBudget;
}
