const atom = "[\\w!#$%&'*+/=?^`{|}~-]+";
const dotted = `${atom}(?:\\.${atom})*`;
const quoted = String.raw`"(?:[^"\\\r\n]|\\[^\r\n])*"`;
const bare = new RegExp(`^(?:${dotted}|${quoted})@(?:${dotted}|\\[[^\\[\\]\\\\\\s]+\\])$`);
/** Words in front of an address in angle brackets. */
const phrase = /^[\w!#$%&'*+/=?^`{|}~."\\ \t-]*$/;

/** Whether this is one address of RFC 5322, alone or in angle brackets after a name. */
export function isMailAddress(text: string): boolean {
  const trimmed = text.trim();
  if (!trimmed.endsWith('>')) return bare.test(trimmed);
  const start = trimmed.lastIndexOf('<');
  return start !== -1 && phrase.test(trimmed.slice(0, start)) && bare.test(trimmed.slice(start + 1, -1));
}
