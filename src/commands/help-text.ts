import type { Flag } from '../util/flags.ts';

/** Flags under one heading of the help: those of one part of the program. */
export interface FlagSection {
  title: string;
  flags: readonly Flag[];
}

export interface HelpSubject {
  name: string;
  description: string;
  sections: readonly FlagSection[];
  /** Flags that every program has. */
  ownFlags: readonly Flag[];
}

const indent = ' '.repeat(8);
/** Columns, where the terminal does not say how many it has. */
const standardWidth = 100;

export function helpText({ name, description, sections, ownFlags }: HelpSubject): string {
  const width = process.stdout.columns ?? standardWidth;
  const parts = [...sections, { title: 'Help', flags: ownFlags }].map(
    ({ title, flags }) => `${title}:\n\n${flags.map((flag) => flagText(flag, width)).join('\n')}`,
  );
  return `${[`Usage: ${name} [flags]`, wrapped(description, width, ''), ...parts].join('\n\n')}\n`;
}

/** `-v, --v <level>`; in brackets a value that may be left out. */
export function flagHead({ name, short, type, value = type }: Flag): string {
  const letter = short === undefined ? '' : `-${short}, `;
  return `${letter}--${name} ${type === 'boolean' ? `[${value}]` : `<${value}>`}`;
}

function flagText(flag: Flag, width: number): string {
  const standard = flag.default === undefined ? '' : ` (default: ${flag.default})`;
  return `  ${flagHead(flag)}\n${wrapped(`${flag.description}${standard}`, width, indent)}`;
}

function wrapped(text: string, width: number, before: string): string {
  const lines = [''];
  for (const word of text.split(' ')) {
    const line = lines.at(-1)!;
    if (line === '') lines[lines.length - 1] = `${before}${word}`;
    else if (line.length + word.length < width) lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(`${before}${word}`);
  }
  return lines.join('\n');
}
