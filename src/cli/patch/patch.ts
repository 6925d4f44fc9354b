import { equalValues, isMap } from '../../api/json/json-values.ts';
import type { Command, CommandContext } from '../shared/command.ts';
import { CliError } from '../shared/errors/cli-error.ts';
import { fileFlags, filesOf } from '../shared/manifests/file-flags.ts';
import { outputFlags } from '../shared/output/output-format.ts';
import { changeCauseOf, recordFlag } from '../shared/writes/change-cause.ts';
import { eachObject, eachOf, type FoundObject } from '../shared/writes/each-object.ts';
import { fieldManager } from '../shared/writes/field-manager.ts';
import { outcomePrinter } from '../shared/writes/outcome.ts';
import { dryRunFlag, dryRunOf, fieldManagerFlag } from '../shared/writes/write-flags.ts';
import { ObjectWriter, type PatchRequest } from '../shared/writes/writer.ts';
import { localPatch } from './local-patch.ts';

export const patch: Command = {
  usage: 'patch (-f FILENAME | TYPE NAME) [-p PATCH | --patch-file FILE] [flags]',
  details:
    'By a strategic merge patch, which merges lists by their keys; a JSON merge patch, which replaces lists; or a JSON patch, a list of operations. Patches may be JSON or YAML.',
  examples: [
    'orchctl patch node n1 -p \'{"spec":{"unschedulable":true}}\'',
    'orchctl patch deployment web --type=json -p \'[{"op":"remove","path":"/spec/paused"}]\'',
    'orchctl patch deployment web --subresource=scale --type=merge -p \'{"spec":{"replicas":2}}\'',
  ],
  flags: [
    ...fileFlags,
    ...outputFlags,
    ...[dryRunFlag, fieldManagerFlag, recordFlag],
    { name: 'patch', short: 'p', type: 'text', description: 'The patch' },
    { name: 'patch-file', type: 'text', description: 'File of the patch' },
    { name: 'type', type: 'text', default: 'strategic', description: 'strategic, merge or json' },
    { name: 'subresource', type: 'text', description: 'Change a subresource of the object: status, scale' },
    {
      name: 'local',
      type: 'boolean',
      description: 'Change the object of the file, without contacting the server',
    },
  ],
  run,
};

type Kind = 'json' | 'merge' | 'strategic';

async function run(context: CommandContext): Promise<void> {
  const { flags, session, host, words, path } = context;
  const request = await requestOf(context);
  const isLocal = flags.boolean('local');
  const files = filesOf(flags);
  if (isLocal) return patchFiles(context, request);
  const dryRun = dryRunOf(flags);
  const report = await outcomePrinter(flags, host, dryRun);
  const manager = await fieldManager(session, flags, '-patch');
  const writer = new ObjectWriter(await session.client(), {
    fieldManager: manager,
    dryRun,
    cause: await changeCauseOf(context),
  });
  const count = await eachObject(
    session,
    { path, words, files, selector: '', needsSelection: true },
    async (found) => {
      const object = dryRun === 'client' ? localPatch(found, request) : await writer.patch(found, request);
      await report({ type: found.type, object, verb: verbOf(found, object) });
    },
  );
  if (count === 0) throw new CliError('no objects passed to patch');
}

/** The objects as they stand in their files, after the patch. No server is asked. */
async function patchFiles(context: CommandContext, request: PatchRequest): Promise<void> {
  const { flags, host, words } = context;
  if (words.length > 0) throw new CliError('cannot specify --local and server resources');
  const { localObjects, localPatcher } = await import('../shared/writes/local-objects.ts');
  const report = await outcomePrinter(flags, host, 'none');
  const patch = localPatcher();
  await eachOf(localObjects(context, words), async (found) => {
    const object = localPatch(found, request, patch);
    await report({ type: found.type, object, verb: verbOf(found, object) });
  });
}

const verbOf = ({ object: before }: FoundObject, after: unknown): string =>
  equalValues(before, after) ? 'patched (no change)' : 'patched';

/** Rejects with CliError when the flags are no patch. */
async function requestOf({ flags, words }: CommandContext): Promise<PatchRequest & { type: Kind }> {
  const type = flags.text('type').toLowerCase();
  if (type !== 'json' && type !== 'merge' && type !== 'strategic') {
    throw new CliError(
      `--type must be one of [json merge strategic], not ${JSON.stringify(flags.text('type'))}`,
    );
  }
  const [given, file] = [flags.text('patch'), flags.text('patch-file')];
  if (given !== '' && file !== '') throw new CliError('cannot specify --patch and --patch-file together');
  if (given === '' && file === '') {
    throw new CliError(
      `must specify --patch or --patch-file containing the contents of the patch${words.length === 0 ? ', and the object' : ''}`,
    );
  }
  return {
    patch: await parse(file === '' ? given : await contentOf(file), type),
    type,
    subresource: flags.text('subresource') || undefined,
  };
}

async function contentOf(file: string): Promise<string> {
  const { readFile } = await import('node:fs/promises');
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    throw new CliError(`unable to read patch file: ${(error as Error).message}`, 1, { cause: error });
  }
}

async function parse(text: string, type: Kind): Promise<unknown> {
  const { parseYaml } = await import('../../api/codec/yaml.ts');
  let value: unknown;
  try {
    value = parseYaml(text);
  } catch (error) {
    throw new CliError(`unable to parse ${JSON.stringify(text)}: ${(error as Error).message}`, 1, {
      cause: error,
    });
  }
  if (type === 'json' ? Array.isArray(value) : isMap(value)) return value;
  throw new CliError(
    `unable to parse ${JSON.stringify(text)}: ${type === 'json' ? 'a JSON patch is a list of operations' : 'a patch is an object'}`,
  );
}
