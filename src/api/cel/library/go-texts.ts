import { goQuote } from '../../../util/quote.ts';

/** A text in quotes, as messages show it. */
export const quoted = (text: string): string => goQuote(text.slice(0, maxShown));

/** Characters of a text in a message. */
const maxShown = 1_000;
