import { existsSync, readFileSync } from 'node:fs';
import type { EditableEntry } from '../../client/config/edit/edit-config.ts';
import type { CommandFlag } from '../shared/arguments/flag.ts';
import type { FlagSet } from '../shared/arguments/flag-set.ts';
import { CliError } from '../shared/errors/cli-error.ts';

export const embed: CommandFlag = {
  name: 'embed-certs',
  type: 'boolean',
  description: 'Embed certificates and keys instead of their file names',
};

/** A flag that is given as "" takes the field away. */
export function setText(entry: EditableEntry, flags: FlagSet, field: string): void {
  if (!flags.has(field)) return;
  if (flags.text(field) === '') entry.remove(field);
  else entry.set([field], flags.text(field));
}

/** The name of a file, or its content with --embed-certs. */
export function setFile(entry: EditableEntry, flags: FlagSet, field: string): void {
  if (!flags.has(field)) return;
  const file = flags.text(field);
  if (file === '') return entry.remove(field);
  if (flags.boolean('embed-certs')) {
    entry.set([`${field}-data`], readFileSync(file).toString('base64'));
    return entry.remove(field);
  }
  entry.setPath(field, file);
  entry.remove(`${field}-data`);
}

export function checkEmbedded(flags: FlagSet, fields: readonly string[]): void {
  if (!flags.boolean('embed-certs')) return;
  const given = fields.filter((field) => flags.text(field) !== '');
  if (given.length === 0) {
    throw new CliError(`you must specify a ${fields.map((field) => `--${field}`).join(' or ')} to embed`);
  }
  for (const field of given) {
    const file = flags.text(field);
    if (existsSync(file)) continue;
    throw new CliError(`could not stat ${field} file ${file}: stat ${file}: no such file or directory`);
  }
}
