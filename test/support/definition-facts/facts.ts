import { readdirSync, readFileSync } from 'node:fs';
import { isThere } from '../../../src/api/schema/release-view.ts';

/**
 * Reads `<group>.<version>.facts`: types field by field, with the releases of each. A line of a field:
 *
 *     finalizers 14 []string opt list=set patch=merge +1.25 ~1.30[-list] gate=A,B drop dv=…
 */

/** The releases that have something. */
export interface Life {
  since?: string | undefined;
  until?: string | undefined;
}

/** What stood in place of a flag, or of the type or number, before a release. */
interface Change {
  until: string;
  /** The flags that were not there, and those that were: `opt`, `list`, `default="rbd"`. */
  lacked: string[];
  had: string[];
  /** An old number or type. */
  old: string | undefined;
}

export interface FactField extends Life {
  name: string;
  number: string;
  type: string;
  flags: readonly string[];
  changes: readonly Change[];
  gates: readonly string[];
}

export interface FactType extends Life {
  name: string;
  /** Undefined of what is no kind. */
  head: ReadonlyMap<string, string> | undefined;
  fields: FactField[];
}

export interface FactValue extends Life {
  name: string;
  gate: string | undefined;
}

export interface FactFile extends Life {
  name: string;
  types: Map<string, FactType>;
  values: Map<string, FactValue[]>;
}

export function readFacts(directory: string): FactFile[] {
  return readdirSync(directory)
    .filter((file) => /^\w+\.v\w+\.facts$/.test(file))
    .sort()
    .map((file) => readFile(file.slice(0, -'.facts'.length), readFileSync(`${directory}/${file}`, 'utf8')));
}

function readFile(name: string, text: string): FactFile {
  const file: FactFile = { name, types: new Map(), values: new Map() };
  let type: FactType | undefined;
  for (const line of text.split('\n')) {
    if (line.startsWith('# group-version in the library:')) Object.assign(file, lifeOf(line.split(' ')));
    else if (line.startsWith('enum ')) {
      const [head = '', ...values] = line.slice('enum '.length).split(' ');
      file.values.set(head.slice(0, -1), values.map(namedValue));
    } else if (/^[A-Za-z]\w*( +@.*)?$/.test(line)) {
      type = typeOf(line);
      file.types.set(type.name, type);
    } else if (/^ {2}\S+ \S+ \S/.test(line) && !line.startsWith('  dv ')) type?.fields.push(fieldOf(line));
  }
  return file;
}

const release = (mark: string, words: readonly string[]): string | undefined =>
  words.find((word) => word.startsWith(mark) && /^.1\.\d+$/.test(word))?.slice(1);

const lifeOf = (words: readonly string[]): Life => ({
  since: release('+', words),
  until: release('-', words),
});

function typeOf(line: string): FactType {
  const [name = '', head] = line.split(/ +@ */);
  // "introduced=1.26(1.25 until 1.26)": what libraries said before is left out.
  const words = (head ?? '').replaceAll(/\([^()]* until [^()]*\)/g, '').match(/\S+\([^)]*\)\S*|\S+/g) ?? [];
  const entries = words
    .map((word) => word.split(/=(.*)/s))
    .map(([key, value = '']) => [key!, value] as const);
  return { name, head: head === undefined ? undefined : new Map(entries), fields: [], ...lifeOf(words) };
}

function fieldOf(line: string): FactField {
  const plain = line.replace(/ dv=.*$/, '');
  const [name = '', number = '', type = '', ...flags] = plain
    .replaceAll(/ ~1\.\d+\[[^\]]*\]/g, '')
    .trim()
    .split(' ');
  const changes = [...plain.matchAll(/ ~(1\.\d+)\[([^\]]*)\]/g)].map(([, until, text]) =>
    changeOf(until!, text!.split(' ')),
  );
  const gates = flags.flatMap((flag) =>
    flag.startsWith('gate=') ? flag.slice('gate='.length).split(',') : [],
  );
  const isLife = (flag: string) => /^[+-]1\.\d+$/.test(flag);
  return {
    name,
    number,
    type,
    flags: flags.filter((flag) => !isLife(flag) && !flag.startsWith('gate=')),
    changes,
    gates,
    ...lifeOf(flags),
  };
}

const changeOf = (until: string, words: readonly string[]): Change => ({
  until,
  lacked: words.filter((word) => word.startsWith('-')).map((word) => word.slice(1)),
  had: words.filter((word) => word.startsWith('+')).map((word) => word.slice(1)),
  old: words.find((word) => /^\w/.test(word)),
});

/** `FailIndex+1.28`, `Proposed+1.27-1.33`, `ModifyVolumeError+1.29(gate=A)`, `""+1.29`. */
function namedValue(text: string): FactValue {
  const [, name = '', since, until, gate] =
    /^(.*?)(\+1\.\d+)?(-1\.\d+)?(?:\(gate=(\w+)\))?$/.exec(text) ?? [];
  return {
    name: name === '""' ? '' : name,
    since: since?.slice(1),
    until: until?.slice(1),
    gate,
  };
}

/** A field as it was in a release. */
export function formOf(field: FactField, at: string): { number: string; type: string; flags: Set<string> } {
  const form = { number: field.number, type: field.type, flags: new Set(field.flags) };
  const counting = field.changes.filter(({ until }) => isThere({ until }, at));
  // The newest first: an older one says what was different before it as well.
  for (const { lacked, had, old } of counting.sort((a, b) => minor(b.until) - minor(a.until))) {
    for (const flag of lacked) form.flags.delete([...form.flags].find((has) => isFlag(has, flag)) ?? '');
    for (const flag of had) form.flags.add(flag);
    if (old !== undefined) {
      if (/^\d+$/.test(old)) form.number = old;
      else form.type = old;
    }
  }
  return form;
}

/** Whether a flag is the one named: `list` stands for the whole of `list=map(name)`. */
const isFlag = (flag: string, name: string): boolean => flag === name || flag.split('=')[0] === name;

const minor = (text: string): number => Number(text.split('.')[1]);
