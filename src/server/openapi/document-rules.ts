import { isReleasedBy } from '../../api/meta/release.ts';

/** The ways in which releases differ in what documents say of a field. */
export interface DocumentRules {
  /** Whether the values of an enumeration are listed. */
  listsEnums: boolean;
  /** Whether items of lists and values of maps have the empty value as their default, in v3. */
  hasItemDefaults: boolean;
  /** Version that documents say they are of; undefined where it is that of the program. */
  version: string | undefined;
}

/** `listsEnums`: whether the feature gate for it is on. */
export const documentRules = (release: string, listsEnums: boolean): DocumentRules => ({
  listsEnums,
  hasItemDefaults: !isReleasedBy('1.34', release),
  version: isReleasedBy('1.31', release) ? release : undefined,
});
