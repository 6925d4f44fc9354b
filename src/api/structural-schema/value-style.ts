import { isReleasedBy } from '../meta/release.ts';

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

export const valueStyleOf = (release: string): ValueStyle => ({
  isPrecise: isReleasedBy('1.24', release),
  ratchets: isReleasedBy('1.30', release),
  splitsStatus: isReleasedBy('1.28', release),
  showsRuled: isReleasedBy('1.35', release),
  tellsBytes: isReleasedBy('1.32', release),
  showsJson: isReleasedBy('1.34', release),
  knowsNames: isReleasedBy('1.34', release),
  checksNumberFormats: isReleasedBy('1.36', release),
});
