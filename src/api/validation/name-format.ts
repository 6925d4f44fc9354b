/**
 * Checks the format of a name; returns error messages, none for a valid value.
 *
 * The patterns search for a violation instead of matching the whole value: none has a loop, so that they take linear
 * time for any text. The pattern that a message quotes is the equivalent positive one.
 */
export type NameCheck = (value: string) => string[];

export const maxLengthText = (length: number): string => `must be no more than ${length} characters`;

/** The length of what is said to be counted in bytes; releases before 1.34 have it in characters (ErrorTexts). */
export const maxBytesText = (length: number): string => `must be no more than ${length} bytes`;

export const rangeText = (min: number | bigint, max: number | bigint): string =>
  `must be between ${min} and ${max}, inclusive`;

/** The two blanks before `or` are the API's. */
export function patternText(message: string, pattern: string, ...examples: string[]): string {
  const listed = examples.map((example) => `'${example}', `).join(' or ');
  return `${message} (${listed === '' ? '' : `e.g. ${listed}`}regex used for validation is '${pattern}')`;
}

export function tooLong(value: string, maxBytes: number, text = maxLengthText): string[] {
  // A UTF-16 code unit has at most three bytes of UTF-8: most texts are too short to need counting.
  if (value.length * 3 <= maxBytes) return [];
  return value.length > maxBytes || Buffer.byteLength(value) > maxBytes ? [text(maxBytes)] : [];
}

export function format(
  violation: RegExp,
  message: string,
  maxBytes?: number,
  lengthText = maxLengthText,
): NameCheck {
  return (value) => {
    const messages = maxBytes === undefined ? [] : tooLong(value, maxBytes, lengthText);
    if (violation.test(value)) messages.push(message);
    return messages;
  };
}
