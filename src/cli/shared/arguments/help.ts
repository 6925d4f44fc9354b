import type { Command } from '../command.ts';
import type { CommandFlag } from './flag.ts';

/** A command in a list of commands. */
export interface CommandSummary {
  name: string;
  summary: string;
}

/** `below`: the commands whose names begin with that of this one. */
export function commandHelp(
  { usage, details, examples = [], flags }: Command,
  summary: string,
  below: readonly CommandSummary[],
): string {
  const parts = [`${summary}.`, ...(details === undefined ? [] : [details])];
  if (examples.length > 0) parts.push(`Examples:\n${examples.map((line) => `  ${line}`).join('\n')}`);
  if (below.length > 0) parts.push(`Available Commands:\n${summaryLines(below)}`);
  if (flags.some(({ hidden }) => hidden !== true)) parts.push(`Options:\n${flagsHelp(flags)}`);
  parts.push(`Usage:\n  orchctl ${usage}`);
  parts.push('Use "orchctl options" for a list of global command-line options (applies to all commands).');
  return `${parts.join('\n\n')}\n`;
}

export function flagsHelp(flags: readonly CommandFlag[]): string {
  return flags
    .filter(({ hidden }) => hidden !== true)
    .map((flag) => `    ${flagHead(flag)}:\n\t${flag.description}`)
    .join('\n\n');
}

function flagHead({ name, short, type, default: standard }: CommandFlag): string {
  const letter = short === undefined ? '' : `-${short}, `;
  const value = type === 'list' || type === 'texts' ? `[${standard ?? ''}]` : (standard ?? empty[type] ?? '');
  return `${letter}--${name}=${type === 'text' ? `'${value}'` : value}`;
}

const empty: Readonly<Record<string, string>> = { boolean: 'false', integer: '0', duration: '0s' };

/** `path`: `orchctl rollout`. */
export function groupHelp(path: string, summary: string, children: readonly CommandSummary[]): string {
  return [
    `${summary}.`,
    `Available Commands:\n${summaryLines(children)}`,
    `Usage:\n  ${path} SUBCOMMAND [options]`,
    `Use "${path} <command> --help" for more information about a given command.\n`,
  ].join('\n\n');
}

/** Several tables of commands, each with its title. */
export function overview(groups: ReadonlyMap<string, readonly CommandSummary[]>): string {
  const tables = [...groups].map(([title, commands]) => `${title}:\n${summaryLines(commands)}`);
  return [
    'orchctl controls clusters of either dialect through their API.',
    ...tables,
    'Usage:\n  orchctl [flags] [options]',
    'Use "orchctl <command> --help" for more information about a given command.\nUse "orchctl options" for a list of global command-line options (applies to all commands).\n',
  ].join('\n\n');
}

function summaryLines(commands: readonly CommandSummary[]): string {
  const width = Math.max(...commands.map(({ name }) => name.length)) + 3;
  return commands.map(({ name, summary }) => `  ${name.padEnd(width)}${summary}`).join('\n');
}
