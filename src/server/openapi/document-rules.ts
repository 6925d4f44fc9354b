import type { FeatureGates } from '../../api/gates/feature-gates.ts';

/** The ways in which releases differ in what documents say. */
export interface DocumentRules {
  /** Whether the values of an enumeration are listed. */
  listsEnums: boolean;
  /** Whether items of lists and values of maps have the empty value as their default, in v3. */
  hasItemDefaults: boolean;
  /** Whether objects travel as CBOR, too. */
  offersCbor: boolean;
  /** Whether a document of v3 names the kinds that every version has only of its own version, and of the core group's. */
  namesOwnKinds: boolean;
  /** Version that documents say they are of; undefined where it is that of the program. */
  version: string | undefined;
}

export const documentRules = (gates: Pick<FeatureGates, 'release' | 'isIn' | 'isOn'>): DocumentRules => ({
  listsEnums: gates.isOn('OpenAPIEnums'),
  hasItemDefaults: !gates.isIn('1.34'),
  offersCbor: gates.isOn('CBORServingAndStorage'),
  namesOwnKinds: gates.isIn('1.34'),
  version: gates.isIn('1.31') ? gates.release : undefined,
});
