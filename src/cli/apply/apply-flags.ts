import type { CommandFlag } from '../shared/arguments/flag.ts';
import type { CommandContext } from '../shared/command.ts';
import { CliError } from '../shared/errors/cli-error.ts';
import { filesOf } from '../shared/manifests/file-flags.ts';
import { dryRunOf } from '../shared/writes/write-flags.ts';

export const applyFlags: readonly CommandFlag[] = [
  {
    name: 'server-side',
    type: 'boolean',
    default: 'true',
    description: 'Merge on the server; otherwise in the client',
  },
  { name: 'force-conflicts', type: 'boolean', description: 'Take over fields of other field managers' },
  {
    name: 'force',
    type: 'boolean',
    description: 'With --server-side=false: delete and recreate an object that cannot be updated',
  },
  {
    name: 'prune',
    type: 'boolean',
    description: 'Delete applied objects that are no longer in the files; with -l or --all',
  },
  {
    name: 'cascade',
    type: 'text',
    default: 'background',
    bare: 'background',
    description: 'With --force and --prune: deletion of dependents (background, foreground, orphan)',
  },
  {
    name: 'grace-period',
    type: 'integer',
    default: '-1',
    description: 'With --force and --prune: seconds to terminate gracefully',
  },
  {
    name: 'timeout',
    type: 'duration',
    default: '0s',
    description: 'With --force: how long to wait until the object is gone; 0 for a week',
  },
  {
    name: 'wait',
    type: 'boolean',
    description: 'Has no effect: with --force it is always waited for the end of the object',
  },
  {
    name: 'overwrite',
    type: 'boolean',
    default: 'true',
    description:
      'With --server-side=false: overwrite fields that others changed; false is not supported: --server-side detects conflicts',
  },
  {
    name: 'openapi-patch',
    type: 'boolean',
    default: 'true',
    description: 'Has no effect: how lists merge is known without a document of the server',
  },
  {
    name: 'subresource',
    type: 'text',
    description: 'Apply a subresource of the objects: status, scale; only with --server-side',
  },
  {
    name: 'prune-whitelist',
    type: 'texts',
    hidden: true,
    description: 'Alias of --prune-allowlist',
    deprecated: 'Use --prune-allowlist instead.',
  },
  {
    name: 'prune-allowlist',
    type: 'texts',
    description: 'Types to prune: group/version/Kind; may be repeated',
  },
];

/** Whether the server merges. Throws CliError for flags that exclude each other. */
export function isServerSide({ flags, words }: CommandContext): boolean {
  const dryRun = dryRunOf(flags);
  const files = filesOf(flags);
  if (words.length > 0) throw new CliError(`Unexpected args: [${words.join(' ')}]`);
  if (files.names.length === 0 && files.kustomize === '') throw new CliError('must specify one of -f and -k');
  if (flags.boolean('prune') && !flags.boolean('all') && flags.text('selector') === '') {
    throw new CliError(
      'all resources selected for prune without explicitly passing --all. To prune all resources, pass the --all flag. If you did not mean to prune all resources, specify a label selector',
    );
  }
  // Without the server it is not known what the server would make of it.
  const isOnlyHere = !flags.has('server-side') && (flags.boolean('force') || dryRun === 'client');
  if (flags.boolean('server-side') && !isOnlyHere) {
    if (dryRun === 'client') {
      throw new CliError(
        "--dry-run=client doesn't work with --server-side (did you mean --dry-run=server instead?)",
      );
    }
    if (flags.boolean('force')) throw new CliError('--force cannot be used with --server-side');
    return true;
  }
  if (flags.text('subresource') !== '') throw new CliError('--subresource only works with --server-side');
  if (!flags.boolean('overwrite')) {
    throw new CliError('--overwrite=false is not done: --server-side finds conflicts with other managers');
  }
  if (flags.boolean('force-conflicts')) throw new CliError('--force-conflicts only works with --server-side');
  if (flags.boolean('force') && dryRun === 'server') {
    throw new CliError('--dry-run=server cannot be used with --force');
  }
  return false;
}
