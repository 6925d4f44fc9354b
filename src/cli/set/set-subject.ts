import type { JsonMap } from '../../api/json/json-values.ts';
import { equalValues } from '../../api/json/json-values.ts';
import type { Command, CommandContext } from '../shared/command.ts';
import { CliError } from '../shared/errors/cli-error.ts';
import { changeObjects } from '../shared/writes/change-objects.ts';
import type { FoundObject } from '../shared/writes/each-object.ts';
import type { PatchRequest } from '../shared/writes/writer.ts';
import { setFlags } from './set-flags.ts';

interface Subject extends JsonMap {
  kind: string;
  name: string;
  apiGroup?: string;
  namespace?: string;
}

export const setSubject: Command = {
  usage:
    'set subject (-f FILENAME | TYPE NAME) [--user=USER] [--group=GROUP] [--serviceaccount=NAMESPACE:NAME] [flags]',
  details: 'Subjects are users, groups and service accounts. Existing ones stay.',
  examples: [
    'orchctl set subject clusterrolebinding admins --user=jane --group=operators',
    'orchctl set subject rolebinding readers --serviceaccount=shop:robot',
  ],
  flags: [
    ...setFlags,
    { name: 'user', type: 'list', description: 'Users to add' },
    { name: 'group', type: 'list', description: 'Groups to add' },
    { name: 'serviceaccount', type: 'list', description: 'Service accounts to add, as NAMESPACE:NAME' },
  ],
  run,
};

async function run(context: CommandContext): Promise<void> {
  const { flags, words } = context;
  const named = ['user', 'group', 'serviceaccount'].some((name) => flags.list(name).length > 0);
  if (!named) throw new CliError('you must specify at least one value of user, group or serviceaccount');
  const accounts = flags.list('serviceaccount').map(accountOf);
  await changeObjects(context, {
    words,
    suffix: '-set',
    verb: 'subjects updated',
    patchOf: (found) => patchOf(context, found, accounts),
  });
}

function accountOf(text: string): Subject {
  const [namespace = '', name = '', ...more] = text.split(':');
  if (namespace === '' || name === '' || more.length > 0) {
    throw new CliError('serviceaccount must be <namespace>:<name>');
  }
  return { kind: 'ServiceAccount', name, namespace };
}

/** Undefined when all of them are in it. The list is written whole, with the version it was read at. */
function patchOf(
  { flags }: CommandContext,
  { object, type }: FoundObject,
  accounts: readonly Subject[],
): PatchRequest | undefined {
  if (type.kind !== 'RoleBinding' && type.kind !== 'ClusterRoleBinding') {
    throw new CliError('setting subjects is only supported for RoleBinding/ClusterRoleBinding');
  }
  const apiGroup = type.group;
  const wanted = [
    ...flags.list('user').map((name): Subject => ({ apiGroup, kind: 'User', name })),
    ...flags.list('group').map((name): Subject => ({ apiGroup, kind: 'Group', name })),
    ...accounts,
  ];
  const current = (object['subjects'] ?? []) as Subject[];
  const added = wanted.filter((subject) => !current.some((one) => equalValues(one, subject)));
  if (added.length === 0) return undefined;
  const { resourceVersion } = object.metadata;
  return {
    patch: { metadata: { resourceVersion }, subjects: [...current, ...added] },
    type: 'merge',
  };
}
