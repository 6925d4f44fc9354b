/** A media type with its parameters, as in Content-Type or in one clause of Accept. */
export interface MediaType {
  /** Lower case, without parameters: `application/json`. */
  type: string;
  parameters: ReadonlyMap<string, string>;
  /** The parameter `q` of Accept; 1 by default. */
  quality: number;
}

const none: ReadonlyMap<string, string> = new Map();

/** Undefined for a text that is not a media type. */
export const parseMediaType = (text: string): MediaType | undefined =>
  withType(text, (type) => type.toLowerCase());

function withType(text: string, normalized: (type: string) => string): MediaType | undefined {
  const [head = '', ...rest] = text.split(';');
  const type = normalized(head.trim());
  if (!/^[^\s/,]+\/[^\s/,]+$/.test(type)) return undefined;
  if (rest.length === 0) return { type, parameters: none, quality: 1 };
  const parameters = new Map<string, string>();
  for (const parameter of rest) {
    const at = parameter.indexOf('=');
    if (at === -1) continue;
    const value = parameter.slice(at + 1).trim();
    parameters.set(parameter.slice(0, at).trim().toLowerCase(), value.replace(/^"(.*)"$/, '$1'));
  }
  const quality = Number(parameters.get('q') || 1);
  // One that is no number counts for nothing.
  return { type, parameters, quality: Number.isNaN(quality) ? 0 : quality };
}

/** `;name=value`, the value a token or quoted. Sticky: a text of which a client chooses the size is read once. */
const parameterThere = /;\s*[^\s;=",/]+=(?:[^\s;=",/]+|"(?:[^"\\]|\\.)*")\s*/y;

/** Whether the parameters of a Content-Type can be read at all; a semicolon at the end does no harm. An Accept is read more leniently. */
export function isWellFormedType(text: string): boolean {
  const first = text.indexOf(';');
  if (first === -1) return true;
  parameterThere.lastIndex = first;
  let end = first;
  while (parameterThere.test(text)) end = parameterThere.lastIndex;
  const rest = text.slice(end).trim();
  return rest === '' || rest === ';';
}

/** The library inserts so many one by one; more are sorted, which takes no time that grows with their square. */
const maxInserted = 12;

/**
 * The clauses of an Accept header in the order in which they are tried, which is that of the library behind the API:
 * each goes before those that it precedes, one after the other. A quality of 0 is the lowest, and refuses nothing. Like
 * that library it tells upper and lower case of types apart.
 */
export function parseAccept(header: string): MediaType[] {
  const clauses = header
    .split(',')
    .map((clause) => withType(clause, (type) => type))
    .filter((clause) => clause !== undefined);
  if (clauses.length > maxInserted)
    return clauses.sort((a, b) => Number(precedes(b, a)) - Number(precedes(a, b)));
  const sorted: MediaType[] = [];
  for (const clause of clauses) {
    let at = sorted.length;
    while (at > 0 && precedes(clause, sorted[at - 1]!)) at--;
    sorted.splice(at, 0, clause);
  }
  return sorted;
}

/** By quality; a type without wildcard also precedes one with, whatever their qualities. */
function precedes(clause: MediaType, other: MediaType): boolean {
  if (clause.quality > other.quality) return true;
  const [type, subtype] = clause.type.split('/');
  const [otherType, otherSubtype] = other.type.split('/');
  return (type !== '*' && otherType === '*') || (subtype !== '*' && otherSubtype === '*');
}
