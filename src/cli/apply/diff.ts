import type { JsonMap } from '../../api/json/json-values.ts';
import type { ApiObject } from '../../api/meta/metadata.ts';
import { unlessNotFound } from '../../client/api/api-error.ts';
import type { Command, CommandContext } from '../shared/command.ts';
import { CliError, SilentExit } from '../shared/errors/cli-error.ts';
import { fileFlags, filesOf } from '../shared/manifests/file-flags.ts';
import { manifestTargets } from '../shared/manifests/manifest-targets.ts';
import type { ManifestTarget } from '../shared/resources/target.ts';
import { eachOf } from '../shared/writes/each-object.ts';
import { fieldManager } from '../shared/writes/field-manager.ts';
import { fieldManagerFlag, selectorFlag } from '../shared/writes/write-flags.ts';
import { ObjectWriter } from '../shared/writes/writer.ts';
import type { Applying } from './applying.ts';
import type { Difference } from './show-differences.ts';

export const diff: Command = {
  usage: 'diff -f FILENAME [flags]',
  details:
    'Compares the objects on the server with the result of a dry run of apply. Exits with 0 if there is no difference, with 1 if there is one, and with more than 1 on errors.\n\nORCHCTL_EXTERNAL_DIFF names another program than diff.',
  examples: ['orchctl diff -f web.yaml', 'cat web.yaml | orchctl diff -f -'],
  flags: [
    ...fileFlags,
    fieldManagerFlag,
    selectorFlag,
    {
      name: 'server-side',
      type: 'boolean',
      default: 'true',
      description: 'Merge on the server; otherwise in the client',
    },
    { name: 'force-conflicts', type: 'boolean', description: 'Take over fields of other field managers' },
    { name: 'show-managed-fields', type: 'boolean', description: 'Show managedFields as well' },
  ],
  run,
};

/** Exit code of an error: 1 says that something differs. */
const failed = 2;

async function run(context: CommandContext): Promise<void> {
  let code: number;
  try {
    code = await compare(context);
  } catch (error) {
    const { reportError } = await import('../shared/errors/error-lines.ts');
    const { lines } = await reportError(error, context.path);
    for (const line of lines) context.host.err.line(line);
    code = failed;
  }
  if (code !== 0) throw new SilentExit(code);
}

async function compare(context: CommandContext): Promise<number> {
  const { flags, session, words } = context;
  const files = filesOf(flags);
  if (words.length > 0) throw new CliError(`Unexpected args: [${words.join(' ')}]`);
  if (files.names.length === 0 && files.kustomize === '') throw new CliError('must specify one of -f and -k');
  const merges = flags.boolean('server-side');
  const manager = await fieldManager(session, flags, merges ? '' : '-client-side-apply');
  const writer = new ObjectWriter(await session.client(), { fieldManager: manager, dryRun: 'server' });
  const applying: Applying = { context, writer, dryRun: 'server' };
  const applyOne = merges
    ? await (await import('./server-side.ts')).serverSideApply(applying)
    : await (await import('./client-side.ts')).clientSideApply(applying);
  const differences: Difference[] = [];
  await eachOf(manifestTargets(session, files), async (target) => {
    const live = await unlessNotFound(writer.get(target));
    const { object } = await applyOne(target);
    differences.push(await differenceOf(target, live, object, flags.boolean('show-managed-fields')));
  });
  const { showDifferences } = await import('./show-differences.ts');
  return showDifferences(context, differences);
}

async function differenceOf(
  { type, namespace, name }: ManifestTarget,
  live: ApiObject | undefined,
  merged: ApiObject,
  showManagedFields: boolean,
): Promise<Difference> {
  const { writeYaml } = await import('../../api/codec/yaml-writer.ts');
  const text = (object: ApiObject): string => writeYaml(shown(object, showManagedFields));
  return {
    name: [type.group, type.version, type.kind, namespace, name].filter((part) => part !== '').join('.'),
    live: live === undefined ? undefined : text(maskedBeside(live, merged, 'before')),
    merged: text(maskedBeside(merged, live, 'after')),
  };
}

function shown(object: ApiObject, showManagedFields: boolean): ApiObject {
  const { managedFields, ...metadata } = object.metadata;
  return showManagedFields || managedFields === undefined ? object : { ...object, metadata };
}

/** The values of a Secret are not shown, only which of them differ. */
function maskedBeside(object: ApiObject, other: ApiObject | undefined, when: 'after' | 'before'): ApiObject {
  if (object.kind !== 'Secret' || object.apiVersion !== 'v1') return object;
  const data = (object['data'] ?? {}) as JsonMap;
  const beside = (other?.['data'] ?? {}) as JsonMap;
  const masked = Object.entries(data).map(([key, value]) => [
    key,
    !Object.hasOwn(beside, key) || beside[key] === value ? '***' : `*** (${when})`,
  ]);
  return { ...object, data: Object.fromEntries(masked) };
}
