import type { AdmissionChain } from '../admission/chain.ts';
import type { FieldValidation } from './field-validation.ts';
import type { KnownKinds } from './known-kinds.ts';
import type { ListOptionRules } from './list-option-rules.ts';
import type { WriteRules } from './write-rules.ts';
import type { YamlConverter } from './yaml/converter.ts';

/** The parts of the server that all requests for resources share. Made once. */
export interface ApiContext {
  /** The group of options: `CreateOptions` and the like. */
  readonly metaGroup: string;
  readonly known: KnownKinds;
  readonly yaml: YamlConverter;
  /** Treatment of unknown and repeated fields when the query does not say. */
  readonly fieldValidation: FieldValidation;
  /** Rules for options of lists and watches that depend on each other. */
  readonly listOptions: ListOptionRules;
  readonly writes: WriteRules;
  /** The plugins that look at what is written. */
  readonly admission: AdmissionChain;
}
