import type { JsonMap } from '../../api/json/json-values.ts';
import type { Command } from '../shared/command.ts';
import { CliError } from '../shared/errors/cli-error.ts';
import { changeObjects } from '../shared/writes/change-objects.ts';
import type { FoundObject } from '../shared/writes/each-object.ts';
import type { PatchRequest } from '../shared/writes/writer.ts';
import { type Container, podSpecOf, podSpecPatch } from './pod-template.ts';
import { setFlags } from './set-flags.ts';
import { splitAssignments } from './split-assignments.ts';

export const setImage: Command = {
  usage: 'set image (-f FILENAME | TYPE NAME) CONTAINER=IMAGE ... [flags]',
  details: '* stands for all containers.',
  examples: [
    'orchctl set image deployment/web web=nginx:1.27',
    "orchctl set image deployments --all '*=nginx:1.27'",
  ],
  flags: setFlags,
  run: async (context) => {
    const { objects, assignments } = splitAssignments(context.words);
    if (assignments.length === 0) throw new CliError('at least one image update is required');
    await changeObjects(context, {
      words: objects,
      suffix: '-set',
      verb: 'image updated',
      patchOf: (found) => patchOf(found, assignments),
    });
  },
};

function patchOf(
  { object }: FoundObject,
  assignments: readonly [string, string][],
): PatchRequest | undefined {
  const { containers, initContainers = [] } = podSpecOf(object);
  const unknown = assignments.find(
    ([name]) => name !== '*' && ![...containers, ...initContainers].some((one) => one.name === name),
  );
  if (unknown !== undefined) throw new CliError(`unable to find container named "${unknown[0]}"`);
  const change: JsonMap = {};
  for (const [field, list] of Object.entries({ containers, initContainers })) {
    const changed = list.flatMap((one) => changeOf(one, assignments));
    if (changed.length > 0) change[field] = changed;
  }
  if (Object.keys(change).length === 0) return undefined;
  return { patch: podSpecPatch(object, change), type: 'strategic' };
}

function changeOf({ name, image: before }: Container, assignments: readonly [string, string][]): JsonMap[] {
  const image = assignments.findLast(([of]) => of === '*' || of === name)?.[1];
  return image === undefined || image === before ? [] : [{ name, image }];
}
