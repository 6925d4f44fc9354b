import { writeJson } from '../../api/codec/json.ts';
import { equalValues } from '../../api/json/json-values.ts';
import type { ApiObject } from '../../api/meta/metadata.ts';
import type { Command, CommandContext } from '../shared/command.ts';
import { objectName } from '../shared/discovery/served-api.ts';
import { windowsFlag } from '../shared/editor/edit-flags.ts';
import { type EditedText, editedObjects, textOf } from '../shared/editor/edited-text.ts';
import { runEditor } from '../shared/editor/run-editor.ts';
import { CliError } from '../shared/errors/cli-error.ts';
import { lastAppliedKey, withLastApplied } from '../shared/last-applied/last-applied.ts';
import { fileFlags, filesOf } from '../shared/manifests/file-flags.ts';
import { threeWayPatch } from '../shared/merge/three-way-merge.ts';
import { changeCauseOf, recordFlag } from '../shared/writes/change-cause.ts';
import { eachObject, eachOf, type FoundObject } from '../shared/writes/each-object.ts';
import { fieldManager } from '../shared/writes/field-manager.ts';
import type { ReportOutcome } from '../shared/writes/outcome.ts';
import {
  allNamespacesFlag,
  fieldManagerFlag,
  selectorFlag,
  validateFlag,
  validationOf,
} from '../shared/writes/write-flags.ts';
import { ObjectWriter } from '../shared/writes/writer.ts';

export const edit: Command = {
  usage: 'edit (TYPE NAME | -f FILENAME) [flags]',
  details:
    'Opens the objects in the editor of ORCH_EDITOR, KUBE_EDITOR or EDITOR, or in vi, and saves the changes on the server. If the server rejects them, the editor opens again with the reason at the top. An empty file, or one without changes, cancels.',
  examples: ['orchctl edit deployment/web', 'EDITOR=nano orchctl edit service web -o json'],
  flags: [
    ...fileFlags,
    ...[fieldManagerFlag, selectorFlag, allNamespacesFlag, validateFlag, recordFlag],
    {
      name: 'output',
      short: 'o',
      type: 'text',
      default: 'yaml',
      description: 'Format in the editor: yaml or json',
    },
    { name: 'subresource', type: 'text', description: 'Edit a subresource of the object: status, scale' },
    { name: 'output-patch', type: 'boolean', description: 'Print the patch that is sent to the server' },
    {
      name: 'save-config',
      type: 'boolean',
      description: 'Save the configuration in the last-applied annotation, for apply --server-side=false',
    },
    windowsFlag,
    { name: 'show-managed-fields', type: 'boolean', description: 'Show managedFields as well' },
  ],
  run,
};

async function run(context: CommandContext): Promise<void> {
  const { flags, session, host, words, path } = context;
  const format = flags.text('output');
  if (format !== 'yaml' && format !== 'json')
    throw new CliError(`The flag 'output' must be one of yaml|json, not ${format}`);
  const found: FoundObject[] = [];
  const request = {
    path,
    words,
    files: filesOf(flags),
    selector: flags.text('selector'),
    allNamespaces: flags.boolean('all-namespaces'),
  };
  const manager = await fieldManager(session, flags, '-edit');
  const writer = new ObjectWriter(await session.client(), {
    fieldManager: manager,
    validation: validationOf(flags),
    cause: await changeCauseOf(context),
  });
  const subresource = flags.text('subresource') || undefined;
  await eachObject(session, request, async (one) => {
    found.push(subresource === undefined ? one : { ...one, object: await writer.get(one, subresource) });
  });
  if (found.length === 0) throw new CliError('edit cancelled, no objects found');
  const report: ReportOutcome = async ({ type, object, verb }) => {
    host.out.line(`${objectName(type, object.metadata.name ?? '')} ${verb}`);
  };
  await editUntilDone({ context, writer, report, found, format, subresource });
}

interface Editing {
  context: CommandContext;
  writer: ObjectWriter;
  report: ReportOutcome;
  found: readonly FoundObject[];
  format: 'json' | 'yaml';
  subresource: string | undefined;
}

/** Back to the editor as long as something is refused and the user changes it. */
async function editUntilDone(editing: Editing): Promise<void> {
  const { context, found, format } = editing;
  const showsManagers = context.flags.boolean('show-managed-fields');
  let objects: readonly ApiObject[] = found.map(({ object }) =>
    showsManagers ? object : withoutManagers(object),
  );
  const windows = context.flags.boolean('windows-line-endings');
  let shown: EditedText = { text: textOf(objects, format, []), format, windows };
  const original = objects;
  for (let refused: readonly string[] = []; ; ) {
    const text = await runEditor(context.host, shown);
    if (text === shown.text || text.trim() === '') return cancelled(context, refused, text);
    const edited = editedObjects(text);
    if (edited instanceof CliError) {
      refused = [edited.message];
      shown = { text: withReasons(text, refused), format, windows };
      continue;
    }
    if (equalValues(edited, original)) return cancelled(context, refused, text);
    objects = edited;
    const errors = await applyEdits(editing, original, edited);
    if (errors.length === 0) return;
    refused = errors;
    shown = { text: textOf(objects, format, refused), format, windows };
  }
}

function withoutManagers(object: ApiObject): ApiObject {
  const { managedFields: _, ...metadata } = object.metadata;
  return { ...object, metadata };
}

const withReasons = (text: string, reasons: readonly string[]): string =>
  `${reasons.map((reason) => `# ${reason.replaceAll('\n', '\n# ')}\n`).join('')}${text.replace(/^(#.*\n)+/, '')}`;

function cancelled({ host }: CommandContext, refused: readonly string[], text: string): void {
  if (refused.length > 0)
    throw new CliError(`Edit cancelled, no valid changes were saved: ${refused.join('; ')}`);
  host.err.line(
    text.trim() === '' ? 'Edit cancelled, saved file was empty.' : 'Edit cancelled, no changes made.',
  );
}

/** The causes of a refusal, as lines for the user. */
async function applyEdits(
  editing: Editing,
  original: readonly ApiObject[],
  edited: readonly ApiObject[],
): Promise<string[]> {
  const { context, writer, report, found, subresource } = editing;
  const { kindSchemas } = await import('../shared/schema/kind-schema.ts');
  const schemaOf = kindSchemas(await context.session.dialect());
  const savesConfig = context.flags.boolean('save-config');
  const key = savesConfig ? lastAppliedKey(await context.session.dialect()) : undefined;
  const refused: string[] = [];
  const { reportError } = await import('../shared/errors/error-lines.ts');
  await eachOf(edited, async (object) => {
    const at = original.findIndex(
      ({ kind, metadata }) =>
        kind === object.kind &&
        metadata.name === object.metadata.name &&
        metadata.namespace === object.metadata.namespace,
    );
    const place = found[at];
    if (place === undefined) {
      refused.push(
        `${object.kind} ${object.metadata.name} was not opened: apiVersion, kind, name and namespace cannot be changed`,
      );
      return;
    }
    const current = original[at]!;
    const schema = subresource === undefined ? schemaOf(place.type) : undefined;
    const modified = key === undefined ? object : withLastApplied(object, key);
    const patch = threeWayPatch({ original: current, current, modified }, schema);
    if (Object.keys(patch).length === 0) return;
    if (context.flags.boolean('output-patch')) context.host.out.line(`Patch: ${writeJson(patch)}`);
    try {
      const type = schema === undefined ? 'merge' : 'strategic';
      await report({
        type: place.type,
        object: await writer.patch(place, { patch, type, subresource }),
        verb: 'edited',
      });
    } catch (error) {
      const { lines } = await reportError(error, context.path);
      refused.push(`${place.type.resource} "${place.name}" was not valid:`, ...lines);
    }
  });
  return refused;
}
