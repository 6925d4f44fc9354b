/** What can be told of a JSON text without reading it: nothing of what stands in its strings counts. */
export interface TextStructure {
  /** How deep objects and arrays lie in each other. */
  depth: number;
  /** What its values are to be taken for: as many as there are, those of large maps and lists several times. */
  values: number;
}

/**
 * What so many members of one map or list are to be taken for. A large map is kept as a table, which takes several
 * times as long to make and to read; of a large list managedFields is such a table.
 */
export const weightOf = (members: number, inMap: boolean): number =>
  members <= largeFrom ? members : members * (inMap ? 3 : 2);

/** Members of a map or list that is not large yet. */
export const largeFrom = 1_000;

const backslash = 0x5c;
const quote = 0x22;
const space = 0x20;
const openBrace = 0x7b;
const closeBrace = 0x7d;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const comma = 0x2c;

/** One pass, a few nanoseconds a character; whether the text is JSON is for its reader to say. */
export function textStructure(text: string): TextStructure {
  let depth = 0;
  let values = 1;
  /** Members before the last one of the innermost object or array; -1 while it is empty. Then of those around it. */
  let last = -1;
  const outer: number[] = [];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === comma) {
      last++;
    } else if (code === closeBrace || code === closeBracket) {
      values += weightOf(last + 1, code === closeBrace);
      last = outer.pop() ?? -1;
    } else if (code > space) {
      if (last === -1) last = 0;
      if (code === quote) {
        at = endOfString(text, at);
      } else if (code === openBrace || code === openBracket) {
        depth = Math.max(depth, outer.push(last));
        last = -1;
      }
    }
  }
  return { depth, values };
}

/** Where the string that begins at a quote has its other one; the end of the text when it has none. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let before = end;
    while (text.charCodeAt(before - 1) === backslash) before--;
    if ((end - before) % 2 === 0) return end;
  }
  return text.length;
}
