import type { ExtensionNames } from './json-schema.ts';
import type { Steps } from './step-budget.ts';

/** What is asked of the schemas of a definition. */
export interface SchemaRules {
  names: ExtensionNames;
  allowDefaults: boolean;
  /** Only types that there are. */
  validTypes: boolean;
  /** Schemas are structural: what a field is, is said in one place. */
  structural: boolean;
  /** Defaults have no fields that their schemas do not know. */
  prunedDefaults: boolean;
  /** Items of sets are atomic. */
  atomicSets: boolean;
  /** Keys of maps are required or have a default. */
  mapKeys: boolean;
  /** What looking at defaults may still take. */
  steps: Steps;
}
