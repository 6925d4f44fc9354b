import { hasCause, isAnswer } from '../../client/api/api-error.ts';
import { CliError } from '../shared/errors/cli-error.ts';
import type { ManifestTarget } from '../shared/resources/target.ts';
import type { Applying, ApplyOne } from './applying.ts';

/** Each object is sent as it stands in its file, and the server merges it. */
export async function serverSideApply(applying: Applying): Promise<ApplyOne> {
  const { context, writer } = applying;
  const force = context.flags.boolean('force-conflicts');
  return async (target) => {
    try {
      const object = await writer.patch(target, { patch: target.object, type: 'apply', force });
      return { type: target.type, object, verb: 'serverside-applied', target };
    } catch (error) {
      throw await explained(error, target, applying);
    }
  };
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
