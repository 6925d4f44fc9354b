import { groupTitles, type ListedEntry } from './command-entry.ts';
import { commands } from './commands.ts';
import type { FlagSet } from './shared/arguments/flag-set.ts';
import { globalFlags } from './shared/arguments/global-flags.ts';
import { type ParsedArguments, parseArguments } from './shared/arguments/parse-arguments.ts';
import type { Command } from './shared/command.ts';
import { CliError, UnknownCommandError } from './shared/errors/cli-error.ts';
import { reportError } from './shared/errors/error-lines.ts';
import type { Host } from './shared/host.ts';
import { asksForData } from './shared/output/data-format.ts';
import { Session } from './shared/session/session.ts';
import type { Tools } from './shared/tools.ts';

/** Carries out one command line. Resolves with the exit code; rejects for nothing. */
export async function runCommandLine(
  parameters: readonly string[],
  host: Host,
  tools: Tools,
): Promise<number> {
  const called: { path: string } = { path: 'orchctl' };
  try {
    return await run(parameters, host, tools, called);
  } catch (error) {
    const { lines, exitCode } = await reportError(error, called.path);
    for (const line of lines) host.err.line(line);
    return exitCode;
  }
}

async function run(
  parameters: readonly string[],
  host: Host,
  tools: Tools,
  called: { path: string },
): Promise<number> {
  const { before, words, rest } = splitCommand(parameters);
  const entry = findEntry(words);
  if (entry === undefined) {
    const ended = before.length === 0 && words.length > 0 ? await asPlugin(words, rest, host) : undefined;
    return ended ?? runWithoutCommand(words, before, host);
  }
  const own = words.slice(entry.name.split(' ').length);
  called.path = `orchctl ${entry.name}`;
  if (entry.load === undefined) return runGroup(entry, [...own, ...rest], host, called.path);
  const command = await entry.load();
  const flags = [
    ...globalFlags.filter(({ name }) => !command.flags.some((one) => one.name === name)),
    ...command.flags,
  ];
  const all = flags.map((flag) => withoutTakenLetter(flag, command));
  const parsed = parseArguments(all, [...before, ...own, ...rest]);
  if (parsed.flags.boolean('help')) return printHelp(entry, command, host);
  if (asksForData(parsed.flags)) host.out.printData();
  const session = new Session(sessionFlags(parsed, command), host, {
    userAgent: `orchctl/${tools.version}`,
    tools,
  });
  warnOfFlags(parsed, session);
  try {
    await command.run({ path: called.path, ...parsed, session, host });
  } finally {
    session[Symbol.dispose]();
  }
  session.failForWarnings();
  return 0;
}

/** A letter belongs to the command rather than to a global flag: `-s` of `--server`. */
const withoutTakenLetter = (flag: (typeof globalFlags)[number], command: Command): typeof flag => {
  if (command.flags.includes(flag) || !command.flags.some(({ short }) => short === flag.short)) return flag;
  const { short: _, ...rest } = flag;
  return rest;
};

/** A flag that means something else to the command says nothing about the server: `create rolebinding --user`. */
function sessionFlags({ flags }: ParsedArguments, command: Command): FlagSet {
  const taken = globalFlags.filter(({ name }) => command.flags.some((flag) => flag.name === name));
  return taken.length === 0 ? flags : flags.withDefaultsOf(taken);
}

function warnOfFlags({ warnings }: ParsedArguments, session: Session): void {
  for (const warning of warnings) session.warn(warning);
}

/** Global flags may stand before the command's words. `words`: up to the first flag behind them. */
function splitCommand(parameters: readonly string[]): { before: string[]; words: string[]; rest: string[] } {
  let at = 0;
  while (parameters[at]?.startsWith('-') && parameters[at] !== '--') {
    at += takesNext(parameters[at]!) ? 2 : 1;
  }
  const behind = parameters.slice(at);
  const end = behind.findIndex((parameter) => parameter.startsWith('-') && parameter !== '-');
  const words = end < 0 ? behind : behind.slice(0, end);
  return { before: parameters.slice(0, at), words, rest: behind.slice(words.length) };
}

/** Whether the value of the flag is the next parameter. */
function takesNext(parameter: string): boolean {
  if (parameter.includes('=')) return false;
  const isLong = parameter.startsWith('--');
  if (!isLong && parameter.length > 2) return false;
  const flag = globalFlags.find(({ name, short }) =>
    isLong ? name === parameter.slice(2) : short === parameter.slice(1),
  );
  return flag !== undefined && flag.type !== 'boolean';
}

/** The one with the most words in common. */
function findEntry(words: readonly string[]): ListedEntry | undefined {
  for (let count = Math.min(3, words.length); count > 0; count--) {
    const name = words.slice(0, count).join(' ');
    const found = commands.find((entry) => entry.name === name || entry.aliases.includes(name));
    if (found !== undefined) return found;
  }
  return undefined;
}

async function printHelp(entry: ListedEntry, command: Command, host: Host): Promise<number> {
  const { commandHelp } = await import('./shared/arguments/help.ts');
  await host.out.write(commandHelp(command, entry.summary, commandsBelow(entry)));
  return 0;
}

/** The commands that have one word more. */
function commandsBelow({ name }: ListedEntry): { name: string; summary: string }[] {
  const prefix = `${name} `;
  return commands
    .filter((entry) => entry.name.startsWith(prefix))
    .map((entry) => ({ name: entry.name.slice(prefix.length), summary: entry.summary }))
    .filter((entry) => !entry.name.includes(' '));
}

async function runGroup(
  entry: ListedEntry,
  rest: readonly string[],
  host: Host,
  path: string,
): Promise<number> {
  const { groupHelp } = await import('./shared/arguments/help.ts');
  const stranger = rest.find((parameter) => !parameter.startsWith('-'));
  if (stranger !== undefined) {
    throw new CliError(`unknown command "${stranger}"\nSee '${path} -h' for help and examples`);
  }
  await host.out.write(groupHelp(path, entry.summary, commandsBelow(entry)));
  // Without the word that was to follow nothing is done: scripts see it.
  return rest.includes('--help') || rest.includes('-h') ? 0 : 1;
}

async function runWithoutCommand(
  words: readonly string[],
  before: readonly string[],
  host: Host,
): Promise<number> {
  const { overview, flagsHelp } = await import('./shared/arguments/help.ts');
  const [word] = words;
  if (word === 'options') {
    await host.out.write(
      `The following options can be passed to any command:\n\n${flagsHelp(globalFlags)}\n`,
    );
    return 0;
  }
  if (word !== undefined && word !== 'help') throw new UnknownCommandError(await unknownCommand(word, host));
  if (word === undefined) parseArguments(globalFlags, before);
  if (words[1] !== undefined) return helpOf(words.slice(1), host);
  const groups = new Map<string, ListedEntry[]>();
  for (const [group, title] of Object.entries(groupTitles)) {
    const listed = commands.filter((entry) => entry.group === group && !entry.name.includes(' '));
    if (listed.length > 0) groups.set(title, listed);
  }
  await host.out.write(overview(groups));
  return 0;
}

async function helpOf(words: readonly string[], host: Host): Promise<number> {
  const entry = findEntry(words);
  if (entry === undefined) throw new UnknownCommandError(await unknownCommand(words[0]!, host));
  if (entry.load === undefined) return runGroup(entry, ['--help'], host, `orchctl ${entry.name}`);
  return printHelp(entry, await entry.load(), host);
}

/** A program that is called orchctl-WORD. Undefined when there is none. */
async function asPlugin(
  words: readonly string[],
  rest: readonly string[],
  host: Host,
): Promise<number | undefined> {
  if (words[0] === 'help' || words[0] === 'options') return undefined;
  const { runPlugin } = await import('./shared/plugins/run-plugin.ts');
  return runPlugin(host, words, rest);
}

async function unknownCommand(word: string, host: Host): Promise<string> {
  const { nearest } = await import('../util/nearest.ts');
  const names = commands.map(({ name }) => name).filter((name) => !name.includes(' '));
  const similar = nearest(word, names).map((name) => `\t${name}\n`);
  const advice = similar.length === 0 ? '' : `\n\nDid you mean this?\n${similar.join('')}`;
  const { otherPlugin } = await import('./shared/plugins/run-plugin.ts');
  const other = otherPlugin(host, word);
  const hint = other === undefined ? '' : `\n${other} is a plugin of kubectl: run it as kubectl ${word}`;
  return `unknown command "${word}" for "orchctl"${advice}${hint}`;
}
