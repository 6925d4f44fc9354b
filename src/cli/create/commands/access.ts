import type { CommandFlag } from '../../shared/arguments/flag.ts';
import type { Discovery } from '../../shared/discovery/discovery.ts';
import { creation, type Making } from '../create-object.ts';
import {
  clusterRole,
  clusterRoleBinding,
  type GroupResources,
  role,
  roleBinding,
} from '../objects/access-objects.ts';

const ruleFlags: readonly CommandFlag[] = [
  {
    name: 'verb',
    type: 'list',
    description: 'Verbs: get, list, watch, create, update, patch, delete',
  },
  {
    name: 'resource',
    type: 'list',
    description: 'Resources and subresources: pods, deployments.apps, pods/log',
  },
  {
    name: 'resource-name',
    type: 'texts',
    description: 'Names of objects that the rule applies to; may be repeated',
  },
];

const subjectFlags: readonly CommandFlag[] = [
  { name: 'user', type: 'texts', description: 'Users to bind; may be repeated' },
  { name: 'group', type: 'texts', description: 'Groups to bind; may be repeated' },
  {
    name: 'serviceaccount',
    type: 'texts',
    description: 'Service accounts to bind: NAMESPACE:NAME; may be repeated',
  },
];

const roleFlags: readonly CommandFlag[] = [
  { name: 'clusterrole', type: 'text', description: 'ClusterRole to bind to' },
  { name: 'role', type: 'text', description: 'Role to bind to' },
];

async function ruleOptions({ name, context: { flags, session } }: Making) {
  const resources = await groupResources(flags.list('resource'), await session.discovery());
  return { name, verbs: flags.list('verb'), resources, resourceNames: flags.texts('resource-name') };
}

/** The resources that the words name on this server, by group. */
async function groupResources(words: readonly string[], discovery: Discovery): Promise<GroupResources[]> {
  const byGroup = new Map<string, string[]>();
  for (const word of words) {
    const [typed = '', subresource] = word.split('/', 2);
    const { group, resource } =
      typed === '*' ? { group: '', resource: '*' } : await discovery.resource(typed);
    const named = subresource === undefined ? resource : `${resource}/${subresource}`;
    const known = byGroup.get(group) ?? [];
    byGroup.set(group, known.includes(named) ? known : [...known, named]);
  }
  return [...byGroup].map(([group, resources]) => ({ group, resources }));
}

const bindingOptions = ({ name, context: { flags } }: Making) => ({
  name,
  users: flags.texts('user'),
  groups: flags.texts('group'),
  serviceAccounts: flags.texts('serviceaccount'),
  clusterRole: flags.text('clusterrole'),
});

export const createRole = creation({
  usage: 'role NAME --verb=VERB --resource=TYPE[/SUBRESOURCE] [--resource-name=NAME]',
  details: 'A role grants permissions within one namespace.',
  examples: ['orchctl create role reader --verb=get,list,watch --resource=pods,pods/log'],
  flags: ruleFlags,
  make: async (making) => role(await ruleOptions(making), making.dialect),
});

export const createClusterRole = creation({
  usage: 'clusterrole NAME --verb=VERB --resource=TYPE[/SUBRESOURCE] [--non-resource-url=PATH]',
  details: 'A cluster role grants permissions in the whole cluster, or in the namespaces where it is bound.',
  examples: [
    'orchctl create clusterrole node-reader --verb=get,list --resource=nodes',
    'orchctl create clusterrole health --verb=get --non-resource-url=/healthz',
    'orchctl create clusterrole monitoring --aggregation-rule=part-of=monitoring',
  ],
  flags: [
    ...ruleFlags,
    { name: 'non-resource-url', type: 'list', description: 'Non-resource URLs' },
    { name: 'aggregation-rule', type: 'text', description: 'Labels of the cluster roles to aggregate' },
  ],
  make: async (making) => {
    const { flags } = making.context;
    const of = {
      nonResourceURLs: flags.list('non-resource-url'),
      aggregationRule: flags.text('aggregation-rule'),
    };
    return clusterRole({ ...(await ruleOptions(making)), ...of }, making.dialect);
  },
});

export const createRoleBinding = creation({
  usage:
    'rolebinding NAME --clusterrole=NAME|--role=NAME [--user=USER] [--group=GROUP] [--serviceaccount=NAMESPACE:NAME]',
  details:
    'It grants the permissions of the role to users, groups and service accounts within one namespace.',
  examples: ['orchctl create rolebinding readers --clusterrole=view --group=developers'],
  flags: [...roleFlags, ...subjectFlags],
  make: (making) =>
    roleBinding({ ...bindingOptions(making), role: making.context.flags.text('role') }, making.dialect),
});

export const createClusterRoleBinding = creation({
  usage:
    'clusterrolebinding NAME --clusterrole=NAME [--user=USER] [--group=GROUP] [--serviceaccount=NAMESPACE:NAME]',
  details:
    'It grants the permissions of the role to users, groups and service accounts in the whole cluster.',
  examples: ['orchctl create clusterrolebinding admins --clusterrole=cluster-admin --user=jane'],
  flags: [roleFlags[0]!, ...subjectFlags],
  make: (making) => clusterRoleBinding(bindingOptions(making), making.dialect),
});
