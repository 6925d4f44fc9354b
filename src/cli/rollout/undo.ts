import { equalValues, type JsonMap } from '../../api/json/json-values.ts';
import type { Command, CommandContext } from '../shared/command.ts';
import { fullName, objectName } from '../shared/discovery/served-api.ts';
import { CliError } from '../shared/errors/cli-error.ts';
import { changeFlags, changeObjects } from '../shared/writes/change-objects.ts';
import type { FoundObject } from '../shared/writes/each-object.ts';
import type { PatchRequest } from '../shared/writes/writer.ts';
import { type Revision, revisionsOf } from './revisions.ts';

export const undo: Command = {
  usage: 'rollout undo TYPE NAME [--to-revision=NUMBER] [flags]',
  details: 'Rolls back to the previous revision, or to that of --to-revision.',
  examples: ['orchctl rollout undo deployment/web', 'orchctl rollout undo daemonset/agent --to-revision=3'],
  flags: [
    ...changeFlags,
    {
      name: 'to-revision',
      type: 'integer',
      default: '0',
      description: 'Revision to roll back to; 0 for the previous one',
    },
  ],
  run: (context) =>
    changeObjects(context, {
      words: context.words,
      suffix: '-rollout',
      verb: 'rolled back',
      patchOf: (found) => patchOf(context, found),
    }),
};

async function patchOf(
  { flags, session, host }: CommandContext,
  found: FoundObject,
): Promise<PatchRequest | undefined> {
  const { paused, template } = found.object['spec'] as { paused?: boolean; template: JsonMap };
  if (paused === true) {
    throw new CliError(
      `you cannot rollback a paused deployment; resume it first with 'orchctl rollout resume ${objectName(found.type, found.name)}' and try again`,
    );
  }
  const revision = chosen(await revisionsOf(session, found), flags.integer('to-revision'), found);
  if (equalValues(template, revision.template)) {
    host.out.line(
      `${objectName(found.type, found.name)} skipped rollback (current template already matches revision ${revision.number})`,
    );
    return undefined;
  }
  if (revision.data !== undefined) return { patch: revision.data, type: 'strategic' };
  return { patch: [{ op: 'replace', path: '/spec/template', value: revision.template }], type: 'json' };
}

function chosen(revisions: readonly Revision[], wanted: number, { type, name }: FoundObject): Revision {
  const found = wanted === 0 ? revisions.at(-2) : revisions.find(({ number }) => number === wanted);
  if (found !== undefined) return found;
  throw new CliError(
    wanted === 0
      ? `no rollout history found for ${fullName(type).split('.')[0]!.replace(/s$/, '')} "${name}"`
      : `unable to find specified revision ${wanted} in history`,
  );
}
