import { equalValues } from '../../api/json/json-values.ts';
import type { ApiObject } from '../../api/meta/metadata.ts';
import type { Command, CommandContext } from '../shared/command.ts';
import { objectName } from '../shared/discovery/served-api.ts';
import { windowsFlag } from '../shared/editor/edit-flags.ts';
import { editedObjects, textOf } from '../shared/editor/edited-text.ts';
import { runEditor } from '../shared/editor/run-editor.ts';
import { CliError } from '../shared/errors/cli-error.ts';
import { lastApplied, lastAppliedKey, withLastApplied } from '../shared/last-applied/last-applied.ts';
import { fileFlags, filesOf } from '../shared/manifests/file-flags.ts';
import { eachObject, eachOf, type FoundObject } from '../shared/writes/each-object.ts';
import { fieldManager } from '../shared/writes/field-manager.ts';
import { fieldManagerFlag, selectorFlag } from '../shared/writes/write-flags.ts';
import { ObjectWriter } from '../shared/writes/writer.ts';

export const editLastApplied: Command = {
  usage: 'apply edit-last-applied (TYPE NAME | -f FILENAME) [flags]',
  details: 'Nothing else of the object changes.',
  examples: ['orchctl apply edit-last-applied deployment/web', 'orchctl apply edit-last-applied -f web.yaml'],
  flags: [
    ...fileFlags,
    ...[selectorFlag, fieldManagerFlag],
    windowsFlag,
    { name: 'output', short: 'o', type: 'text', default: 'yaml', description: 'Format: yaml or json' },
  ],
  run,
};

async function run(context: CommandContext): Promise<void> {
  const { flags, session, host, words, path } = context;
  const format = flags.text('output');
  if (format !== 'yaml' && format !== 'json') {
    throw new CliError(`The flag 'output' must be one of yaml|json, not ${format}`);
  }
  const key = lastAppliedKey(await session.dialect());
  const opened: { found: FoundObject; config: ApiObject }[] = [];
  const request = { path, words, files: filesOf(flags), selector: flags.text('selector') };
  await eachObject(session, request, async (found) => {
    const config = lastApplied(found.object, key) as ApiObject | undefined;
    if (config === undefined) {
      throw new CliError(`no last-applied-configuration annotation found on resource: ${found.name}`);
    }
    opened.push({ found, config });
  });
  if (opened.length === 0) throw new CliError('edit cancelled, no objects found');
  const shown = textOf(
    opened.map(({ config }) => config),
    format,
    [],
  );
  const text = await runEditor(host, {
    text: shown,
    format,
    windows: flags.boolean('windows-line-endings'),
  });
  if (text === shown || text.trim() === '') {
    host.err.line('Edit cancelled, no changes made.');
    return;
  }
  const edited = editedObjects(text);
  if (edited instanceof CliError) throw edited;
  const manager = await fieldManager(session, flags, '-client-side-apply');
  const writer = new ObjectWriter(await session.client(), { fieldManager: manager });
  await eachOf(edited, async (object) => {
    const one = opened.find(({ config }) => isSame(config, object));
    if (one === undefined) {
      throw new CliError(
        `${object.kind} ${object.metadata.name} was not opened: kind, name and namespace cannot be changed`,
      );
    }
    if (equalValues(object, one.config)) return;
    const { annotations } = withLastApplied(object, key).metadata as { annotations?: Record<string, string> };
    const patch = { metadata: { annotations: { [key]: annotations?.[key] } } };
    await writer.patch(one.found, { patch, type: 'merge' });
    host.out.line(`${objectName(one.found.type, one.found.name)} edited`);
  });
}

const isSame = (a: ApiObject, b: ApiObject): boolean =>
  a.kind === b.kind && a.metadata.name === b.metadata.name && a.metadata.namespace === b.metadata.namespace;
