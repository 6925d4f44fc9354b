import { isAlreadyExists, isNotFound } from '../../client/api/api-error.ts';
import { pathOf } from '../../client/api/resource-client.ts';
import type { Command, CommandContext } from '../shared/command.ts';
import { CliError } from '../shared/errors/cli-error.ts';
import { fileFlags, filesOf } from '../shared/manifests/file-flags.ts';
import { manifestTargets } from '../shared/manifests/manifest-targets.ts';
import { objectPrinter, printName } from '../shared/output/object-printer.ts';
import { outputFlags, outputFormat } from '../shared/output/output-format.ts';
import type { ManifestTarget } from '../shared/resources/target.ts';
import { type AccessObject, type Reconciliation, reconciliation } from './reconciliation.ts';

export const reconcile: Command = {
  usage: 'auth reconcile -f FILENAME [flags]',
  details:
    'Adds missing rules and subjects; removes extra ones only on request. A binding to another role is deleted and created again. Objects of other types are ignored.',
  examples: [
    'orchctl auth reconcile -f rbac.yaml',
    '',
    '# Show what would change',
    'orchctl auth reconcile -f rbac.yaml --dry-run=server',
  ],
  flags: [
    ...fileFlags,
    ...outputFlags,
    {
      name: 'dry-run',
      type: 'text',
      default: 'none',
      bare: 'client',
      description:
        'none, client (print the object without sending it) or server (send it without persisting it)',
    },
    {
      name: 'remove-extra-permissions',
      type: 'boolean',
      description: 'Remove rules of roles that are not in the files',
    },
    {
      name: 'remove-extra-subjects',
      type: 'boolean',
      description: 'Remove subjects of bindings that are not in the files',
    },
  ],
  run,
};

type DryRun = 'client' | 'none' | 'server';

async function run(context: CommandContext): Promise<void> {
  const { flags, session, host } = context;
  const files = filesOf(flags);
  if (files.names.length === 0) throw new CliError('must specify one of -f and -k');
  const dryRun = flags.text('dry-run') as DryRun;
  if (!['none', 'client', 'server'].includes(dryRun)) {
    throw new CliError(`Invalid dry-run value (${dryRun}). Must be "none", "server", or "client".`);
  }
  const format = outputFormat(flags);
  const print =
    format.form === ''
      ? undefined
      : await objectPrinter(format, { showManagedFields: false, allowMissingKeys: true });
  for await (const target of manifestTargets(session, files)) {
    if (!target.type.group.startsWith('rbac.authorization.')) {
      session.warn(`${target.type.resource} "${target.name}" is no role and no binding: passed over`);
      continue;
    }
    const result = await reconcileOne(context, target, dryRun);
    const suffix = { none: '', client: ' (dry run)', server: ' (server dry run)' }[dryRun];
    const printed = { ...target.object, ...result.object };
    await host.out.write(print?.(printed) ?? `${printName(target.object).trim()} reconciled${suffix}\n`);
    for (const line of print === undefined ? result.lines : []) host.err.line(`\t${line}`);
  }
}

async function reconcileOne(
  context: CommandContext,
  target: ManifestTarget,
  dryRun: DryRun,
): Promise<Reconciliation> {
  const { flags, session } = context;
  const client = await session.client();
  const { type, namespace, name } = target;
  const path = pathOf(type, namespace, name);
  const present = await client.json<AccessObject>({ method: 'GET', path }).catch((error) => {
    if (isNotFound(error)) return undefined;
    throw error;
  });
  const isRemoving = flags.boolean(
    'roleRef' in target.object ? 'remove-extra-subjects' : 'remove-extra-permissions',
  );
  const result = reconciliation(target.object, present, isRemoving);
  if (dryRun === 'client' || result.operation === 'none') return result;
  const query = dryRun === 'server' ? { dryRun: 'All' } : {};
  if (result.operation === 'recreate') await client.json({ method: 'DELETE', path, query });
  if (result.operation === 'update') {
    await client.json({ method: 'PUT', path, query, body: result.object });
    return result;
  }
  if (namespace !== '' && dryRun === 'none') await makeNamespace(context, namespace);
  // A binding that is recreated is still there after a dry run of its deletion.
  if (dryRun === 'server' && result.operation === 'recreate') return result;
  await client.json({ method: 'POST', path: pathOf(type, namespace), query, body: result.object });
  return result;
}

/** Roles may be written before the namespace that they are for. */
async function makeNamespace({ session }: CommandContext, name: string): Promise<void> {
  const client = await session.client();
  const path = '/api/v1/namespaces';
  try {
    await client.json({ method: 'GET', path: `${path}/${name}` });
  } catch (error) {
    if (!isNotFound(error)) return;
    const body = { apiVersion: 'v1', kind: 'Namespace', metadata: { name } };
    await client.json({ method: 'POST', path, body }).catch((failed) => {
      if (!isAlreadyExists(failed)) throw failed;
    });
  }
}
