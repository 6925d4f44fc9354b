import { equalValues } from '../../api/json/json-values.ts';
import type { ApiObject } from '../../api/meta/metadata.ts';
import type { CommandFlag } from '../shared/arguments/flag.ts';
import {
  type KeyChanges,
  type KeyKind,
  mapPatch,
  parseChanges,
  requireUnset,
  splitChanges,
} from '../shared/changes/key-changes.ts';
import type { Command, CommandContext } from '../shared/command.ts';
import { CliError } from '../shared/errors/cli-error.ts';
import { fileFlags, filesOf } from '../shared/manifests/file-flags.ts';
import { outputFlags } from '../shared/output/output-format.ts';
import type { TargetRequest } from '../shared/resources/targets.ts';
import { changeCauseOf, recordFlag } from '../shared/writes/change-cause.ts';
import { eachObject, eachOf, type FoundObject } from '../shared/writes/each-object.ts';
import { fieldManager } from '../shared/writes/field-manager.ts';
import { outcomePrinter } from '../shared/writes/outcome.ts';
import {
  allFlag,
  allNamespacesFlag,
  dryRunFlag,
  dryRunOf,
  fieldManagerFlag,
  fieldSelectorFlag,
  localFlag,
  selectorFlag,
} from '../shared/writes/write-flags.ts';
import { ObjectWriter } from '../shared/writes/writer.ts';

const flagsOf = (kind: KeyKind): readonly CommandFlag[] => [
  ...fileFlags,
  ...outputFlags,
  ...[allFlag, allNamespacesFlag, selectorFlag, fieldSelectorFlag, dryRunFlag, fieldManagerFlag],
  { name: 'overwrite', type: 'boolean', description: `Change a ${kind} that has another value` },
  ...[localFlag, recordFlag],
  { name: 'list', type: 'boolean', description: `Print the ${kind}s as well` },
  {
    name: 'resource-version',
    type: 'text',
    description: 'Change the object only if this is its current resource version',
  },
];

export interface MapCommand extends Omit<Command, 'flags' | 'run'> {
  kind: KeyKind;
  /** Suffix of the field manager: `-label`. */
  suffix: string;
  /** The verb of the outcome, by the object before and after: `labeled`. */
  verbOf(before: ApiObject, after: ApiObject, overwrites: boolean): string;
}

/** A command that changes labels or annotations. */
export function mapCommand(command: MapCommand): Command {
  const { kind, suffix: _, verbOf: __, ...help } = command;
  return { ...help, flags: flagsOf(kind), run: (context) => run(context, command) };
}

async function run(context: CommandContext, command: MapCommand): Promise<void> {
  const { flags, session, host, words } = context;
  const { kind, suffix, verbOf } = command;
  const split = splitChanges(words);
  const lists = flags.boolean('list');
  const changes = lists && split.changes.length === 0 ? undefined : parseChanges(split.changes, kind);
  const overwrites = flags.boolean('overwrite');
  const changing: Changing = { context, command, changes, overwrites };
  if (flags.boolean('local')) return changeLocally(changing, split.objects);
  const request = requestOf(context, split.objects);
  const dryRun = dryRunOf(flags);
  const report = await outcomePrinter(flags, host, dryRun);
  const manager = await fieldManager(session, flags, suffix);
  const writer = new ObjectWriter(await session.client(), {
    fieldManager: manager,
    dryRun,
    cause: await changeCauseOf(context),
  });
  const count = await eachObject(session, request, async (found) => {
    const patch = changeOf(changing, found);
    if (changes === undefined) return listMap(context, found, kind);
    const after =
      dryRun === 'client' || patch === undefined
        ? await preview(found, patch)
        : await writer.patch(found, { patch, type: 'merge' });
    if (lists) await listMap(context, { ...found, object: after }, kind);
    else await report({ type: found.type, object: after, verb: verbOf(found.object, after, overwrites) });
  });
  if (count === 0 && !lists) host.err.line('No resources found');
}

interface Changing {
  context: CommandContext;
  command: MapCommand;
  /** Undefined when the map is only printed. */
  changes: KeyChanges | undefined;
  overwrites: boolean;
}

/** Undefined when nothing is to be changed. Throws CliError for a key that has another value. */
function changeOf(
  { context, command: { kind }, changes, overwrites }: Changing,
  { object }: FoundObject,
): object | undefined {
  if (changes === undefined) return undefined;
  const current = mapOf(object, kind);
  if (!overwrites) requireUnset(current, changes, kind);
  if (kind === 'label') tellMissing(context, current, changes);
  return patchOf(current, changes, kind, context.flags.text('resource-version'));
}

async function preview({ object }: FoundObject, patch: object | undefined): Promise<ApiObject> {
  const { patched } = await import('../shared/merge/patched.ts');
  return patched(object, { ...patch });
}

/** Changes the objects of files, and asks no server. */
async function changeLocally(changing: Changing, words: readonly string[]): Promise<void> {
  const { context, command, changes, overwrites } = changing;
  const { localObjects } = await import('../shared/writes/local-objects.ts');
  const report = await outcomePrinter(context.flags, context.host, 'none');
  await eachOf(localObjects(context, words), async (found) => {
    const object = await preview(found, changeOf(changing, found));
    if (context.flags.boolean('list')) await listMap(context, { ...found, object }, command.kind);
    if (changes === undefined || context.flags.boolean('list')) return;
    await report({ type: found.type, object, verb: command.verbOf(found.object, object, overwrites) });
  });
}

function requestOf({ flags, path }: CommandContext, words: readonly string[]): TargetRequest {
  const selector = flags.text('selector');
  const fieldSelector = flags.text('field-selector');
  const allNamespaces = flags.boolean('all-namespaces');
  if (flags.boolean('all') && selector !== '')
    throw new CliError('cannot set --all and --selector at the same time');
  return {
    path,
    words,
    files: filesOf(flags),
    selector,
    fieldSelector,
    allNamespaces,
    needsSelection: true,
    all: flags.boolean('all'),
  };
}

const fieldOf = (kind: KeyKind): 'annotations' | 'labels' => (kind === 'label' ? 'labels' : 'annotations');

const mapOf = ({ metadata }: ApiObject, kind: KeyKind): Record<string, string> =>
  metadata[fieldOf(kind)] ?? {};

/** Undefined when nothing is to be changed. */
function patchOf(
  current: Record<string, string>,
  changes: KeyChanges,
  kind: KeyKind,
  resourceVersion: string,
): { metadata: object } | undefined {
  const map = mapPatch(current, changes);
  if (Object.keys(map).length === 0) return undefined;
  return { metadata: { [fieldOf(kind)]: map, ...(resourceVersion === '' ? {} : { resourceVersion }) } };
}

function tellMissing(
  { host }: CommandContext,
  current: Record<string, string>,
  { remove }: KeyChanges,
): void {
  for (const key of remove) {
    if (!Object.hasOwn(current, key)) host.out.line(`label "${key}" not found.`);
  }
}

async function listMap({ host }: CommandContext, { object }: FoundObject, kind: KeyKind): Promise<void> {
  for (const [key, value] of Object.entries(mapOf(object, kind))) host.out.line(`${key}=${value}`);
}

export const isSameMap = (kind: KeyKind, before: ApiObject, after: ApiObject): boolean =>
  equalValues(mapOf(before, kind), mapOf(after, kind));
