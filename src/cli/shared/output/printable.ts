/** Ends of lines and tabs are layout; a terminal obeys the others, or shows nothing for them. */
const control = /[\x00-\x08\x0b-\x1f\x7f-\x9f]/g;

/** A text with each control character as `\x1b`: names and messages of a server must not command the terminal. */
export const printable = (text: string): string => text.replace(control, escapeOf);

const escapeOf = (character: string): string => `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`;
