import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Recorded answers from which this server differs, and is to. A row covers all cases that its pattern matches. */
export interface Reason {
  /** The program that compares. */
  readonly in: 'replay' | 'surface' | 'scenarios';
  /** A file of cases, an area of the surface, or a file of scenarios. */
  readonly file: string;
  /** A regular expression: of the case's name, the fact's key, or the scenario's name. */
  readonly case: string;
  /** A sentence. */
  readonly reason: string;
}

const folder = join(import.meta.dirname, 'reasons');

/** The rows of all files of `reasons/`. */
export function allReasons(): Reason[] {
  const files = readdirSync(folder).filter((name) => name.endsWith('.json'));
  return files.flatMap((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Reason[]);
}

/** Whether a row covers what differs. */
export function isExplained(
  reasons: readonly Reason[],
  program: Reason['in'],
  file: string,
  name: string,
): boolean {
  // Rows name a case with or without the bars between its parts.
  const names = [name, name.replaceAll(' | ', ' ')];
  return reasons.some((reason) => {
    if (reason.in !== program || reason.file !== file) return false;
    const pattern = new RegExp(reason.case);
    return names.some((each) => pattern.test(each));
  });
}
