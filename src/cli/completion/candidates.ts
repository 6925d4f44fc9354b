import type { CommandFlag } from '../shared/arguments/flag.ts';
import { globalFlags } from '../shared/arguments/global-flags.ts';
import { parseArguments } from '../shared/arguments/parse-arguments.ts';
import type { CommandContext } from '../shared/command.ts';
import { Session } from '../shared/session/session.ts';
import type { ListedCommand } from '../shared/tools.ts';
import { contextNames, namesOf, typeNames } from './server-names.ts';

const files = ':files';

/** Lines for the last one of the words behind `orchctl`. */
export async function candidatesFor(context: CommandContext): Promise<string[]> {
  const { words, session } = context;
  const current = words.at(-1) ?? '';
  const before = words.slice(0, -1);
  const table = await session.tools.commandTable();
  try {
    const found = await linesFor(context, table, before, current);
    return found.filter((line) => line === files || line.startsWith(current));
  } catch {
    // A completion shows no errors: it has no candidates then.
    return [];
  }
}

async function linesFor(
  context: CommandContext,
  table: readonly ListedCommand[],
  before: readonly string[],
  current: string,
): Promise<string[]> {
  if (before.includes('--')) return [files];
  const plain = before.filter(
    (word, index) => !word.startsWith('-') && !isValue(globalFlags, before[index - 1]),
  );
  const entry = [2, 1].flatMap((count) => findEntry(table, plain.slice(0, count)) ?? [])[0];
  if (entry === undefined && plain.length > 0) return [];
  const path = entry === undefined ? '' : `${entry.name} `;
  const command = await entry?.load?.();
  const flags = [...(command?.flags ?? []), ...globalFlags];
  const waiting = flagOf(flags, before.at(-1));
  if (waiting !== undefined) return valuesOf(context, waiting, before.slice(0, -1), flags, '');
  const equals = current.startsWith('--') ? current.indexOf('=') : -1;
  if (equals >= 0) {
    const flag = flags.find(({ name }) => name === current.slice(2, equals));
    return flag === undefined ? [] : valuesOf(context, flag, before, flags, current.slice(0, equals + 1));
  }
  if (current.startsWith('-')) return flagLines(flags);
  const children = table.filter(
    ({ name }) => name.startsWith(path) && !name.slice(path.length).includes(' '),
  );
  if (command === undefined) {
    return children.map(({ name, summary }) => `${name.slice(path.length)}\t${summary}`);
  }
  const own = before.filter((word, index) => !word.startsWith('-') && !isValue(flags, before[index - 1]));
  const positional = own.slice(entry!.name.split(' ').length);
  const below =
    entry === undefined ? [] : children.map(({ name, summary }) => `${name.slice(path.length)}\t${summary}`);
  const scoped = sessionFor(context, before, flags);
  try {
    return [
      ...(positional.length === 0 ? below : []),
      ...(await wordsFor(scoped, command.usage, positional, current)),
    ];
  } finally {
    scoped[Symbol.dispose]();
  }
}

const findEntry = (table: readonly ListedCommand[], words: readonly string[]): ListedCommand | undefined =>
  table.find(({ name, aliases = [] }) => name === words.join(' ') || aliases.includes(words.join(' ')));

/** The flag whose value has to follow this word. */
function flagOf(flags: readonly CommandFlag[], word = ''): CommandFlag | undefined {
  if (!word.startsWith('-') || word.includes('=')) return undefined;
  const flag = flags.find(
    ({ name, short }) =>
      word === `--${name}` || (short !== undefined && word.endsWith(short) && /^-\w+$/.test(word)),
  );
  return flag === undefined || flag.type === 'boolean' || flag.bare !== undefined ? undefined : flag;
}

const isValue = (flags: readonly CommandFlag[], previous: string | undefined): boolean =>
  flagOf(flags, previous) !== undefined;

const flagLines = (flags: readonly CommandFlag[]): string[] =>
  flags
    .filter(({ hidden, deprecated }) => hidden !== true && deprecated === undefined)
    .map(({ name, type, bare, description }) => {
      const ending = type === 'boolean' || bare !== undefined ? '' : '=';
      return `--${name}${ending}\t${description.split('\n')[0]}`;
    });

/** The values of flags, by their names. */
const fixed: Readonly<Record<string, readonly string[]>> = {
  output: ['json', 'yaml', 'name', 'wide', 'jsonpath=', 'custom-columns='],
  'dry-run': ['none', 'client', 'server'],
  cascade: ['background', 'foreground', 'orphan'],
};
const fileFlagNames = [
  'filename',
  'kubeconfig',
  'certificate-authority',
  'client-certificate',
  'client-key',
  'output-directory',
  'www',
];

async function valuesOf(
  context: CommandContext,
  { name }: CommandFlag,
  before: readonly string[],
  flags: readonly CommandFlag[],
  prefix: string,
): Promise<string[]> {
  if (fileFlagNames.includes(name)) return prefix === '' ? [files] : [];
  const values = fixed[name] ?? (await named(context, name, before, flags));
  return values.map((value) => prefix + value);
}

async function named(
  context: CommandContext,
  name: string,
  before: readonly string[],
  flags: readonly CommandFlag[],
): Promise<readonly string[]> {
  if (name === 'context') return contextNames(context);
  if (name !== 'namespace') return [];
  const session = sessionFor(context, before, flags);
  try {
    return await namesOf(session, 'namespaces');
  } finally {
    session[Symbol.dispose]();
  }
}

/** The server and the namespace that the words so far mean. */
function sessionFor(
  { host, session }: CommandContext,
  before: readonly string[],
  flags: readonly CommandFlag[],
): Session {
  const { tools } = session;
  const shown = before.filter((word) => word !== '--');
  const parsed = parseArguments([...new Map(flags.map((flag) => [flag.name, flag])).values()], shown);
  return new Session(parsed.flags, host, { userAgent: `orchctl/${tools.version}`, tools });
}

/** Candidates for the words that the usage of the command names. */
async function wordsFor(
  session: Session,
  usage: string,
  positional: readonly string[],
  current: string,
): Promise<string[]> {
  if (usage.includes('TYPE')) return typeWords(session, usage, positional, current);
  if (usage.includes('POD') || usage.includes('pod:'))
    return positional.length === 0 ? namesOf(session, 'pods') : [];
  if (usage.includes('NODE')) return namesOf(session, 'nodes');
  if (usage.includes('CONTEXT')) return [];
  return usage.includes('FILE') ? [files] : [];
}

async function typeWords(
  session: Session,
  usage: string,
  positional: readonly string[],
  current: string,
): Promise<string[]> {
  const [first] = positional;
  const slash = current.indexOf('/');
  if (slash > 0) {
    const type = current.slice(0, slash);
    return (await namesOf(session, type)).map((name) => `${type}/${name}`);
  }
  if (first !== undefined && !first.includes('/') && !usage.includes('POD')) return namesOf(session, first);
  if (first !== undefined) return [];
  const types = await typeNames(session);
  if (!usage.includes('POD')) return types;
  return [...(await namesOf(session, 'pods')), ...types.map((type) => `${type}/`)];
}
