import type { FeatureGates } from '../gates/feature-gates.ts';

/** Forms of the errors of values, and what is an error at all, which came with releases. */
export interface ValueStyle {
  /** Errors have reasons of their own for types and sizes, and say which item of a list they are about. */
  readonly isPrecise: boolean;
  /** Faults that an update leaves as they were are no errors. */
  readonly ratchets: boolean;
  /** A write of the status is about the status alone. */
  readonly splitsStatus: boolean;
  /** Broken rules show the value, if it is a scalar, rather than its type. */
  readonly showsRuled: boolean;
  /** Sizes of texts are told as limits of bytes. */
  readonly tellsBytes: boolean;
  /** Lists and objects are shown as JSON. */
  readonly showsJson: boolean;
  /** There are formats for names of objects. */
  readonly knowsNames: boolean;
  /** Numbers have to fit into their formats. */
  readonly checksNumberFormats: boolean;
}

/** The style of the oldest releases. */
export const plainStyle: ValueStyle = {
  isPrecise: false,
  ratchets: false,
  splitsStatus: false,
  showsRuled: false,
  tellsBytes: false,
  showsJson: false,
  knowsNames: false,
  checksNumberFormats: false,
};

export const valueStyleOf = (gates: Pick<FeatureGates, 'isIn' | 'isOn'>): ValueStyle => ({
  isPrecise: gates.isIn('1.24'),
  ratchets: gates.isOn('CRDValidationRatcheting'),
  splitsStatus: gates.isIn('1.28'),
  showsRuled: gates.isIn('1.35'),
  tellsBytes: gates.isIn('1.32'),
  showsJson: gates.isIn('1.34'),
  knowsNames: gates.isIn('1.34'),
  checksNumberFormats: gates.isIn('1.36'),
});
