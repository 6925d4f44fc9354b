import type { ExtensionNames } from './json-schema.ts';
import type { StepBudget } from './step-budget.ts';

/** What is asked of the schemas of a definition. */
export interface SchemaValidationOptions {
  names: ExtensionNames;
  allowDefaults: boolean;
  /** Only types that there are. */
  requireValidTypes: boolean;
  /** Schemas are structural: what a field is, is said in one place. */
  requireStructural: boolean;
  /** Defaults have no fields that their schemas do not know. */
  requirePrunedDefaults: boolean;
  /** Items of sets are atomic. */
  requireAtomicSets: boolean;
  /** Keys of maps are required or have a default. */
  requireMapKeys: boolean;
  /** What looking at defaults may still take. */
  budget: StepBudget;
}
