import type { ApiObject } from '../../api/meta/metadata.ts';
import { hasCause, isAnswer } from '../../client/api/api-error.ts';
import { CliError } from '../shared/errors/cli-error.ts';
import { lastAppliedKey } from '../shared/last-applied/last-applied.ts';
import type { ManifestTarget } from '../shared/resources/target.ts';
import { fieldManager } from '../shared/writes/field-manager.ts';
import type { Applying, ApplyOne } from './applying.ts';
import { type TakeOver, takenOver } from './take-over.ts';

/** Each object is sent as it stands in its file, and the server merges it. */
export async function serverSideApply(applying: Applying): Promise<ApplyOne> {
  const { context, writer } = applying;
  const force = context.flags.boolean('force-conflicts');
  // diff has no such flag.
  const { flags } = context;
  const subresource = (flags.defines('subresource') && flags.text('subresource')) || undefined;
  const dialect = await context.session.dialect();
  const owners = {
    manager: await fieldManager(context.session, context.flags, ''),
    former: `${dialect.commandLineClient}-client-side-apply`,
    annotation: lastAppliedKey(dialect),
  };
  return async (target) => {
    const request = { patch: target.object, type: 'apply', force, subresource } as const;
    try {
      const first = await writer.patch(target, request);
      const taken = applying.dryRun === 'none' && (await takeOver(applying, target, first, owners));
      const object = taken ? await writer.patch(target, request) : first;
      return { type: target.type, object, verb: 'serverside-applied', target };
    } catch (error) {
      throw await explained(error, target, applying);
    }
  };
}

/** Whether fields came from client-side apply: then those go that are in the file no more, when it is applied again. */
async function takeOver(
  { writer }: Applying,
  target: ManifestTarget,
  object: ApiObject,
  owners: TakeOver,
): Promise<boolean> {
  const managedFields = takenOver(object, owners);
  if (managedFields === undefined) return false;
  const patch = [
    { op: 'replace', path: '/metadata/managedFields', value: managedFields },
    { op: 'replace', path: '/metadata/resourceVersion', value: object.metadata.resourceVersion },
  ];
  await writer.patch(target, { patch, type: 'json' });
  return true;
}

async function explained(
  error: unknown,
  target: ManifestTarget,
  { context, writer }: Applying,
): Promise<unknown> {
  if (isAnswer(error, 415)) {
    return new CliError(
      `Server-side apply not available on the server: (server-side: ${(error as Error).message}); --server-side=false merges here`,
    );
  }
  if (!isAnswer(error, 409) || !hasCause(error, 'FieldManagerConflict')) return error;
  const { conflictLines } = await import('./conflict-lines.ts');
  const live = await writer.get(target).catch(() => undefined);
  const scene = { target, live, now: context.host.now() };
  return new CliError(conflictLines(error, scene).join('\n'));
}
