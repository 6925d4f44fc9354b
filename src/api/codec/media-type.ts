/** One media type with its parameters, as in Content-Type, or as one clause of Accept. */
export interface MediaType {
  /** Lower case, without parameters: `application/json`. */
  type: string;
  parameters: ReadonlyMap<string, string>;
  /** Its weight in Accept; 1 when it says nothing. */
  quality: number;
}

const none: ReadonlyMap<string, string> = new Map();

/** Undefined when it is no media type. */
export function parseMediaType(text: string): MediaType | undefined {
  const [head = '', ...rest] = text.split(';');
  const type = head.trim().toLowerCase();
  if (!/^[^\s/,]+\/[^\s/,]+$/.test(type)) return undefined;
  if (rest.length === 0) return { type, parameters: none, quality: 1 };
  const parameters = new Map<string, string>();
  for (const parameter of rest) {
    const at = parameter.indexOf('=');
    if (at === -1) continue;
    const value = parameter.slice(at + 1).trim();
    parameters.set(parameter.slice(0, at).trim().toLowerCase(), value.replace(/^"(.*)"$/, '$1'));
  }
  const quality = Number(parameters.get('q') ?? 1);
  return { type, parameters, quality: Number.isFinite(quality) ? quality : 1 };
}

/** The clauses of an Accept header, the wanted first; those of the same weight stay in their order. */
export function parseAccept(header: string): MediaType[] {
  return header
    .split(',')
    .map(parseMediaType)
    .filter((clause) => clause !== undefined)
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality);
}
