import { fillPlaceholders } from '../../api/meta/dialect.ts';
import type { Command } from '../shared/command.ts';
import { fullName } from '../shared/discovery/served-api.ts';
import { CliError } from '../shared/errors/cli-error.ts';
import { changeFlags, changeObjects } from '../shared/writes/change-objects.ts';
import type { FoundObject } from '../shared/writes/each-object.ts';

const isPaused = ({ object }: FoundObject): boolean =>
  (object['spec'] as { paused?: boolean } | undefined)?.paused === true;

const named = ({ type, name }: FoundObject): string => `${fullName(type)} "${name}"`;

const restartable = new Set(['Deployment', 'DaemonSet', 'StatefulSet']);

function requireKind(kinds: ReadonlySet<string>, { type, name }: FoundObject, what: string): void {
  if (!kinds.has(type.kind)) throw new CliError(`${fullName(type)} "${name}" ${what} is not supported`);
}

const pausable = new Set(['Deployment']);

export const restart: Command = {
  usage: 'rollout restart TYPE NAME [flags]',
  details: 'Replaces all pods by a rollout.',
  examples: ['orchctl rollout restart deployment/web'],
  flags: changeFlags,
  run: async (context) => {
    const { session, host, words } = context;
    const dialect = await session.dialect();
    const key = fillPlaceholders(dialect, `${dialect.commandLineClient}.{label}/restartedAt`);
    const time = new Date(host.now()).toISOString().replace(/\.\d+Z$/, 'Z');
    const patch = { spec: { template: { metadata: { annotations: { [key]: time } } } } };
    await changeObjects(context, {
      words,
      suffix: '-rollout',
      verb: 'restarted',
      patchOf: (found) => {
        requireKind(restartable, found, 'restarting');
        if (isPaused(found)) {
          throw new CliError(`${named(found)} can't restart paused deployment (run rollout resume first)`);
        }
        return { patch, type: 'strategic' };
      },
    });
  },
};

export const pause: Command = {
  usage: 'rollout pause TYPE NAME [flags]',
  details: 'Changes of a paused deployment do not affect its pods until it is resumed.',
  examples: ['orchctl rollout pause deployment/web'],
  flags: changeFlags,
  run: (context) =>
    changeObjects(context, {
      words: context.words,
      suffix: '-rollout',
      verb: 'paused',
      patchOf: (found) => {
        requireKind(pausable, found, 'pausing');
        if (isPaused(found)) throw new CliError(`${named(found)} is already paused`);
        return { patch: { spec: { paused: true } }, type: 'strategic' };
      },
    }),
};

export const resume: Command = {
  usage: 'rollout resume TYPE NAME [flags]',
  details: 'Rolls out the changes that were made in the meantime.',
  examples: ['orchctl rollout resume deployment/web'],
  flags: changeFlags,
  run: (context) =>
    changeObjects(context, {
      words: context.words,
      suffix: '-rollout',
      verb: 'resumed',
      patchOf: (found) => {
        requireKind(pausable, found, 'resuming');
        if (!isPaused(found)) throw new CliError(`${named(found)} is not paused`);
        return { patch: { spec: { paused: null } }, type: 'strategic' };
      },
    }),
};
