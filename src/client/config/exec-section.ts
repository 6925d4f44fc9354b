import { resolve } from 'node:path';
import type { Fields } from '../fields.ts';

/** Call of a program that knows the user's credentials. */
export interface ExecSection {
  /** A name is looked up in PATH; a path is absolute. */
  command: string;
  args: readonly string[];
  env: readonly { name: string; value: string }[];
  apiVersion: string;
  installHint: string;
  provideClusterInfo: boolean;
  /** "" when it is not given and the version does not have a default. */
  interactiveMode: string;
}

/** `folder`: what a relative path starts at. A bare name is no path. */
export function execSection(fields: Fields, folder: string): ExecSection {
  const command = fields.text('command') ?? '';
  const apiVersion = fields.text('apiVersion') ?? '';
  const mode = fields.text('interactiveMode') ?? '';
  return {
    command: command.includes('/') ? resolve(folder, command) : command,
    args: fields.texts('args'),
    env: fields
      .objects('env')
      .map((one) => ({ name: one.text('name') ?? '', value: one.text('value') ?? '' })),
    apiVersion,
    installHint: fields.text('installHint') ?? '',
    provideClusterInfo: fields.boolean('provideClusterInfo') ?? false,
    interactiveMode: mode === '' && apiVersion.endsWith('/v1beta1') ? 'IfAvailable' : mode,
  };
}
