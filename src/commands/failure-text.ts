import { InvalidArgument } from '../util/flags.ts';
import { StartError, UsageError } from './start-error.ts';
import { lineHead } from './text-line.ts';

/**
 * The last words of a server that cannot start: the error of its command line, or a line as the log has it as text. A
 * stack is there only for unexpected errors.
 *
 *     Error: unknown flag: --colour
 *     E1124 02:15:48.120000    4711 apiserver] "command failed" err="open authn.yaml: no such file or directory"
 */
export function failureText(program: string, error: unknown, now: Date): string {
  if (isUsage(error)) return `Error: ${error.message}\n`;
  const text = error instanceof StartError ? error.message : ((error as Error).stack ?? String(error));
  return `${lineHead('E', now)} ${program}] "command failed" err=${shown(text)}\n`;
}

/** Whether the command line is what is wrong. A part that reads a value of its own says so by the cause. */
const isUsage = (error: unknown): error is Error =>
  error instanceof UsageError || (error instanceof StartError && error.cause instanceof InvalidArgument);

/** Text of several lines stands below, as it is. */
function shown(text: string): string {
  if (!text.includes('\n')) return JSON.stringify(text);
  const lines = text.split('\n').map((line) => `\t${line}\n`);
  return `<\n${lines.join('')} >`;
}
