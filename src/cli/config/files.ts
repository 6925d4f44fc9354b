import { type EditableConfig, editConfig } from '../../client/config/edit/edit-config.ts';
import { readWholeConfig, type WholeConfig } from '../../client/config/edit/read-config.ts';
import type { ConfigFiles } from '../../client/config/load-config.ts';
import type { CommandContext } from '../shared/command.ts';
import { CliError } from '../shared/errors/cli-error.ts';

function filesOf({ flags, host }: CommandContext): ConfigFiles {
  return {
    explicit: flags.text('kubeconfig') || undefined,
    list: host.env['KUBECONFIG'],
    fallback: `${host.home}/.kube/config`,
  };
}

/** All of it. Throws CliError. */
export const wholeConfig = (context: CommandContext): WholeConfig =>
  forUser(() => readWholeConfig(filesOf(context)));

/** Changes it. Throws CliError; then the files are as they were. */
export const change = <T>(context: CommandContext, edit: (config: EditableConfig) => T): T =>
  forUser(() => editConfig(filesOf(context), edit));

/** Errors of files and of what was asked for are the user's. */
export function forUser<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof CliError || !(error instanceof Error)) throw error;
    throw new CliError(error.message, 1, { cause: error });
  }
}
