/** What can be told of a JSON text without reading it: nothing of what stands in its strings counts. */
export interface TextStructure {
  /** How deep objects and arrays lie in each other. */
  depth: number;
  /** What its values are to be taken for: as many as there are, those of large maps several times. */
  values: number;
}

/** A map of more than that is kept as a table, which takes several times as long to make and to read. */
export const smallMap = 1_000;
/** What one value of a large map counts for. */
export const costInLargeMap = 3;

const backslash = 0x5c;
const quote = 0x22;
const space = 0x20;
const openBrace = 0x7b;
const closeBrace = 0x7d;

/** One pass, a few nanoseconds a character; whether the text is JSON is for its reader to say. */
export function textStructure(text: string): TextStructure {
  let depth = 0;
  let values = 1;
  let inString = false;
  /** Members before the last one of the innermost object or array; -1 while it is empty. Then of those around it. */
  let last = -1;
  const outer: number[] = [];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (inString) {
      if (code === backslash) at++;
      else if (code === quote) inString = false;
    } else if (code === 0x2c) {
      last++;
    } else if (code === closeBrace || code === 0x5d) {
      const members = last + 1;
      values += code === closeBrace && members > smallMap ? members * costInLargeMap : members;
      last = outer.pop() ?? -1;
    } else if (code > space) {
      if (last === -1) last = 0;
      if (code === quote) inString = true;
      else if (code === openBrace || code === 0x5b) {
        depth = Math.max(depth, outer.push(last));
        last = -1;
      }
    }
  }
  return { depth, values };
}
