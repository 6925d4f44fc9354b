import type { FlagSet } from '../arguments/flag-set.ts';

/** Formats whose readers are programs, by their names; with a template behind `=` or in a file. */
const dataFormats =
  /^(json|yaml|(jsonpath(-as-json|-file)?|go-template(-file)?|template|templatefile)(=.*)?)$/s;

/** Whether the command line asks for data rather than for text to read. */
export function asksForData(flags: FlagSet): boolean {
  if (!flags.defines('output')) return false;
  const format = flags.text('output');
  // A template alone is one of Go.
  if (format === '') return flags.defines('template') && flags.text('template') !== '';
  return dataFormats.test(format);
}
