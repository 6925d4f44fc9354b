import { equalValues, type JsonMap } from '../../api/json/json-values.ts';
import type { Command, CommandContext } from '../shared/command.ts';
import { CliError } from '../shared/errors/cli-error.ts';
import { filesOf } from '../shared/manifests/file-flags.ts';
import { changeObjects } from '../shared/writes/change-objects.ts';
import { eachObject, type FoundObject } from '../shared/writes/each-object.ts';
import type { PatchRequest } from '../shared/writes/writer.ts';
import { type Container, podSpecOf, podSpecPatch } from './pod-template.ts';
import { setFlags } from './set-flags.ts';

export const setEnv: Command = {
  usage: 'set env (-f FILENAME | TYPE NAME) NAME=VALUE ... NAME- ... [flags]',
  details: 'A trailing dash removes a variable: NAME-.',
  examples: ['orchctl set env deployment/web LEVEL=debug COLOR-', 'orchctl set env deployment/web --list'],
  flags: [
    ...setFlags,
    {
      name: 'containers',
      short: 'c',
      type: 'text',
      default: '*',
      description: 'Name of the containers; * for all',
    },
    { name: 'env', short: 'e', type: 'texts', description: 'NAME=VALUE; may be repeated' },
    { name: 'from', type: 'text', description: 'ConfigMap or Secret whose keys become variables' },
    { name: 'keys', type: 'list', description: 'With --from: only these keys' },
    { name: 'prefix', type: 'text', description: 'With --from: before the names of the variables' },
    { name: 'list', type: 'boolean', description: 'Print the variables, and changes nothing' },
    {
      name: 'overwrite',
      type: 'boolean',
      default: 'true',
      description: 'Change variables that have another value',
    },
  ],
  run,
};

const isChange = (word: string): boolean => word.includes('=') || word.endsWith('-');

async function run(context: CommandContext): Promise<void> {
  const { flags, words } = context;
  const objects = words.filter((word) => !isChange(word));
  const changes = [...words.filter(isChange), ...flags.texts('env')];
  if (flags.boolean('list')) return list(context, objects);
  const variables = await (await import('./env-sources.ts')).variablesFrom(context);
  if (changes.length === 0 && variables.length === 0)
    throw new CliError('at least one environment variable must be provided');
  await changeObjects(context, {
    words: objects,
    suffix: '-set',
    verb: 'env updated',
    patchOf: (found) => patchOf(context, found, changes, variables),
  });
}

async function list({ flags, session, host, path }: CommandContext, words: readonly string[]): Promise<void> {
  const request = {
    path,
    words,
    files: filesOf(flags),
    selector: flags.text('selector'),
    all: flags.boolean('all'),
  };
  await eachObject(session, request, async ({ object, type, name }) => {
    for (const container of podSpecOf(object).containers) {
      host.out.line(`# ${type.kind} ${name}, container ${container.name}`);
      for (const variable of container.env ?? []) {
        host.out.line(
          variable.valueFrom === undefined
            ? `${variable.name}=${variable.value ?? ''}`
            : `# ${variable.name} from ${Object.keys(variable.valueFrom).join(', ')}`,
        );
      }
    }
  });
}

function patchOf(
  { flags }: CommandContext,
  { object }: FoundObject,
  changes: readonly string[],
  variables: readonly JsonMap[],
): PatchRequest | undefined {
  const wanted = flags.text('containers');
  const chosen = podSpecOf(object).containers.filter(({ name }) => wanted === '*' || name === wanted);
  if (chosen.length === 0)
    throw new CliError(
      `${object.kind} ${object.metadata.name} does not have any containers matching "${wanted}"`,
    );
  const containers = chosen.flatMap((container) => {
    const overwrites = flags.boolean('overwrite');
    const env = [
      // A variable with a source has no value of its own.
      ...variables
        .filter((variable) => isNew(container, variable, overwrites))
        .map((variable) => ({ ...variable, value: null })),
      ...changes.flatMap((change) => variableOf(container, change, overwrites)),
    ];
    return env.length === 0 ? [] : [{ name: container.name, env }];
  });
  return containers.length === 0
    ? undefined
    : { patch: podSpecPatch(object, { containers }), type: 'strategic' };
}

function isNew({ env = [] }: Container, variable: JsonMap, overwrites: boolean): boolean {
  const present = env.find(({ name }) => name === variable['name']);
  if (present === undefined) return true;
  if (equalValues(present.valueFrom, variable['valueFrom'])) return false;
  if (overwrites) return true;
  throw new CliError(
    `'${present.name}' already has a value (${present.value ?? ''}), and --overwrite is false`,
  );
}

function variableOf({ env = [] }: Container, change: string, overwrites: boolean): JsonMap[] {
  const at = change.indexOf('=');
  const name = at < 0 ? change.slice(0, -1) : change.slice(0, at);
  const present = env.find((one) => one.name === name);
  if (at < 0) return present === undefined ? [] : [{ $patch: 'delete', name }];
  const value = change.slice(at + 1);
  if (present !== undefined && present.valueFrom === undefined && present.value === value) return [];
  if (present !== undefined && !overwrites)
    throw new CliError(`'${name}' already has a value (${present.value ?? ''}), and --overwrite is false`);
  return [{ name, value, ...(present?.valueFrom === undefined ? {} : { valueFrom: null }) }];
}
