import { goQuote } from './quote.ts';

const texts: ReadonlyMap<string, boolean> = new Map([
  ...['1', 't', 'T', 'true', 'TRUE', 'True'].map((text) => [text, true] as const),
  ...['0', 'f', 'F', 'false', 'FALSE', 'False'].map((text) => [text, false] as const),
]);

/** Reads a boolean in the forms that flags and annotations may have; undefined for another text. */
export const parseBoolean = (text: string): boolean | undefined => texts.get(text);

/** The message about a text that is no boolean. */
export const notBoolean = (text: string): string =>
  `strconv.ParseBool: parsing ${goQuote(text)}: invalid syntax`;
