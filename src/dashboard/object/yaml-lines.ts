import { isMap } from './api-object.ts';

/** A step into an object: the name of a field, or a place in a list. */
export type Step = string | number;

/** A line of YAML, and the value that begins in it. */
export interface YamlLine {
  text: string;
  path: readonly Step[];
}

/** An object as YAML, line by line. Fields keep their order. */
export function yamlLines(value: unknown): YamlLine[] {
  const lines: YamlLine[] = [];
  write(value, [], '', '', lines);
  return lines;
}

export const yamlText = (value: unknown): string =>
  `${yamlLines(value)
    .map(({ text }) => text)
    .join('\n')}\n`;

/** `lead`: the text before the value in its first line, `name: ` or `- `; `indent`: of the lines below it. */
function write(value: unknown, path: readonly Step[], lead: string, indent: string, lines: YamlLine[]): void {
  if (isMap(value) && Object.keys(value).length > 0) return writeMap(value, path, lead, indent, lines);
  if (Array.isArray(value) && value.length > 0) {
    if (lead !== '') lines.push({ text: lead.trimEnd(), path });
    value.forEach((item, index) => write(item, [...path, index], `${indent}- `, `${indent}  `, lines));
    return;
  }
  if (typeof value === 'string' && isBlock(value)) return writeBlock(value, path, lead, indent, lines);
  lines.push({ text: lead + scalar(value), path });
}

function writeMap(
  map: Record<string, unknown>,
  path: readonly Step[],
  lead: string,
  indent: string,
  lines: YamlLine[],
): void {
  const isItem = lead.endsWith('- ');
  if (lead !== '' && !isItem) lines.push({ text: lead.trimEnd(), path });
  Object.entries(map)
    .filter(([, value]) => value !== undefined)
    .forEach(([name, value], index) => {
      const before = isItem && index === 0 ? lead : indent;
      const isNested = isMap(value) && Object.keys(value).length > 0;
      write(value, [...path, name], `${before}${key(name)}: `, isNested ? `${indent}  ` : indent, lines);
    });
}

/** Texts of several lines are written as such, where YAML can. */
const isBlock = (text: string): boolean =>
  /\n/.test(text) && !/^[\s\n]|[^\S\n]\n|[^\S\n]$|[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ufeff]/.test(text);

function writeBlock(
  text: string,
  path: readonly Step[],
  lead: string,
  indent: string,
  lines: YamlLine[],
): void {
  const end = text.endsWith('\n\n') ? '+' : text.endsWith('\n') ? '' : '-';
  lines.push({ text: `${lead}|${end}`, path });
  const content = text.endsWith('\n') ? text.slice(0, -1) : text;
  for (const line of content.split('\n')) lines.push({ text: line === '' ? '' : `${indent}  ${line}`, path });
}

function scalar(value: unknown): string {
  if (typeof value === 'string') return isPlain(value) ? value : JSON.stringify(value);
  if (Array.isArray(value)) return '[]';
  return isMap(value) ? '{}' : JSON.stringify(value ?? null);
}

const key = (name: string): string => (isPlain(name) ? name : JSON.stringify(name));

/** Whether a text is itself in YAML without quotes, and no number, date or word that means something else. */
function isPlain(text: string): boolean {
  if (!/^[A-Za-z_/.][\w./@%+()*=,;<>&!?~^ :-]*$/.test(text)) return false;
  if (/: |:$| #|^\.+$|\s$/.test(text)) return false;
  return !/^(true|false|yes|no|on|off|null|y|n|~|\.inf|\.nan|\.\d.*)$/i.test(text);
}
