/**
 * The formats of names. Each function gives the messages of what is wrong, none when the value is fine.
 *
 * Formats are tested by searching for a fault, never by matching the whole: no pattern here has a loop, so the time
 * is linear in the length whatever the text. The pattern that a message quotes is the equivalent positive one.
 */
export type NameCheck = (value: string) => string[];

/** `must be no more than 253 characters`. */
export const maxLengthText = (length: number): string => `must be no more than ${length} characters`;

/** `must be between 1 and 65535, inclusive`. */
export const rangeText = (min: number | bigint, max: number | bigint): string =>
  `must be between ${min} and ${max}, inclusive`;

/** The two blanks before `or` are the API's. */
export function patternText(message: string, pattern: string, ...examples: string[]): string {
  const listed = examples.map((example) => `'${example}', `).join(' or ');
  return `${message} (${listed === '' ? '' : `e.g. ${listed}`}regex used for validation is '${pattern}')`;
}

/** Lengths of the API are bytes. */
export function tooLong(value: string, limit: number): string[] {
  // A character has three bytes at most: most texts are so short that they need not be measured.
  if (value.length * 3 <= limit) return [];
  return value.length > limit || Buffer.byteLength(value) > limit ? [maxLengthText(limit)] : [];
}

/** A format that is one pattern, with the text about a fault and perhaps a greatest length. */
export function format(fault: RegExp, text: string, limit?: number): NameCheck {
  return (value) => {
    const messages = limit === undefined ? [] : tooLong(value, limit);
    if (fault.test(value)) messages.push(text);
    return messages;
  };
}
