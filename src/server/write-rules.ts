import type { FeatureGates } from '../api/gates/feature-gates.ts';

/** The ways in which releases differ in what they make of the options and bodies of writes. */
export interface WriteRules {
  /** Whether `dryRun=` is the same as `dryRun=All`. */
  readonly emptyDryRunIsAll: boolean;
  /** Whether a configuration of another version is refused by its type alone. */
  readonly namesAppliedType: boolean;
  /** Whether options of a deletion that cannot be read are the client's mistake. */
  readonly blamesDeleteOptions: boolean;
  /** Whether an event has the options of a deletion in the version that they came in. */
  readonly auditsGivenVersion: boolean;
  /** Whether a collection is deleted in pages, so that a version says exactly which state is meant. */
  readonly deletesInPages: boolean;
  /** Whether a patch that makes an object one of an unknown kind is told that it is none. */
  readonly namesUnknownKinds: boolean;
  /** Whether conflicts about a scale are with managers of scales. */
  readonly ownsScales: boolean;
  /** Whether owners that are named twice are dropped, with a warning. */
  readonly dropsRepeatedOwners: boolean;
}

export const writeRules = (gates: Pick<FeatureGates, 'isIn'>): WriteRules => ({
  emptyDryRunIsAll: !gates.isIn('1.24'),
  namesAppliedType: gates.isIn('1.27'),
  blamesDeleteOptions: gates.isIn('1.35'),
  auditsGivenVersion: gates.isIn('1.24'),
  deletesInPages: gates.isIn('1.28'),
  namesUnknownKinds: gates.isIn('1.24'),
  ownsScales: gates.isIn('1.24'),
  dropsRepeatedOwners: gates.isIn('1.24'),
});
