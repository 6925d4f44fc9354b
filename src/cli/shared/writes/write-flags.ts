import type { CommandFlag } from '../arguments/flag.ts';
import type { FlagSet } from '../arguments/flag-set.ts';
import { CliError } from '../errors/cli-error.ts';

/** `client`: nothing is sent; `server`: everything but the write is done. */
export type DryRun = 'client' | 'none' | 'server';

export const dryRunFlag: CommandFlag = {
  name: 'dry-run',
  type: 'text',
  default: 'none',
  bare: 'unchanged',
  description: 'none, client (print the object without sending it) or server (send it without persisting it)',
};

export const fieldManagerFlag: CommandFlag = {
  name: 'field-manager',
  type: 'text',
  description: 'Name of the field manager',
};

export const validateFlag: CommandFlag = {
  name: 'validate',
  type: 'text',
  default: 'strict',
  bare: 'strict',
  description:
    'Validation of unknown and duplicate fields: strict (true) rejects them, warn warns, ignore (false) drops them',
};

export const saveConfigFlag: CommandFlag = {
  name: 'save-config',
  type: 'boolean',
  description: 'Save the configuration in the last-applied annotation, for apply --server-side=false',
};

export const selectorFlag: CommandFlag = {
  name: 'selector',
  short: 'l',
  type: 'text',
  description: 'Label selector: a=1,b!=2,c in (3,4)',
};

export const fieldSelectorFlag: CommandFlag = {
  name: 'field-selector',
  type: 'text',
  description: 'Field selector: metadata.name=web',
};

export const allFlag: CommandFlag = {
  name: 'all',
  type: 'boolean',
  description: 'Select all objects of the types in the namespace',
};

export const allNamespacesFlag: CommandFlag = {
  name: 'all-namespaces',
  short: 'A',
  type: 'boolean',
  description: 'List objects across all namespaces, regardless of --namespace',
};

export const localFlag: CommandFlag = {
  name: 'local',
  type: 'boolean',
  description: 'Change the objects of files and print them, without contacting the server',
};

/** Throws CliError. */
export function dryRunOf(flags: FlagSet): DryRun {
  const text = flags.text('dry-run');
  if (text === 'none' || text === 'client' || text === 'server') return text;
  if (text === 'unchanged') return 'client';
  throw new CliError(`Invalid dry-run value (${text}). Must be "none", "server", or "client".`);
}

export type FieldValidation = 'Ignore' | 'Strict' | 'Warn';

const validations: Readonly<Record<string, FieldValidation>> = {
  strict: 'Strict',
  true: 'Strict',
  warn: 'Warn',
  ignore: 'Ignore',
  false: 'Ignore',
};

/** Throws CliError. */
export function validationOf(flags: FlagSet): FieldValidation {
  const text = flags.text('validate');
  const validation = validations[text];
  if (validation === undefined) {
    throw new CliError(
      `invalid - validate option "${text}"; must be one of: strict (or true), warn, ignore (or false)`,
    );
  }
  return validation;
}
