import type { Command, CommandContext } from '../shared/command.ts';
import type { ServedResource } from '../shared/discovery/served-api.ts';
import { CliError, SilentExit, UsageError } from '../shared/errors/cli-error.ts';

export const canI: Command = {
  usage: 'auth can-i VERB [TYPE | TYPE/NAME | NONRESOURCEURL] [flags]',
  details:
    'Prints yes or no, and exits with 0 or 1.\n\nVERB is a request verb: get, list, watch, create, update, patch, delete, deletecollection. NONRESOURCEURL is a path that begins with "/".',
  examples: [
    '# Check whether I may create pods in all namespaces',
    'orchctl auth can-i create pods --all-namespaces',
    '',
    '# Check whether a service account may read the log of a pod',
    'orchctl auth can-i get pods --subresource=log --as=system:serviceaccount:dev:default',
    '',
    '# List all actions that are allowed in a namespace',
    'orchctl auth can-i --list --namespace=dev',
  ],
  flags: [
    {
      name: 'all-namespaces',
      short: 'A',
      type: 'boolean',
      description: 'Check all namespaces, regardless of --namespace',
    },
    { name: 'list', type: 'boolean', description: 'List all allowed actions in the namespace' },
    { name: 'no-headers', type: 'boolean', description: 'Omit column headers' },
    { name: 'quiet', short: 'q', type: 'boolean', description: 'Print nothing; only set the exit code' },
    { name: 'subresource', type: 'text', description: 'A subresource: log, exec, status' },
  ],
  run,
};

interface AccessReview {
  status?: { allowed?: boolean; denied?: boolean; reason?: string; evaluationError?: string };
}

async function run(context: CommandContext): Promise<void> {
  const { flags, words, session, host } = context;
  if (flags.boolean('list')) {
    if (words.length > 0) throw new CliError('list option must be specified with no arguments');
    return (await import('./rule-list.ts')).printRules(context);
  }
  const [verb, what] = words;
  if (verb === undefined || what === undefined || words.length > 2) {
    throw new UsageError('you must specify two arguments: verb resource or verb resource/resourceName.');
  }
  const spec = what.startsWith('/') ? pathSpec(context, verb, what) : await resourceSpec(context, verb, what);
  const { api } = await session.dialect();
  const client = await session.client();
  const { status = {} } = await client.json<AccessReview>({
    method: 'POST',
    path: `/apis/authorization.${api}/v1/selfsubjectaccessreviews`,
    body: { apiVersion: `authorization.${api}/v1`, kind: 'SelfSubjectAccessReview', spec },
  });
  const isAllowed = status.allowed === true;
  if (!flags.boolean('quiet')) {
    const reasons = [status.reason, status.evaluationError].filter(Boolean).map((text) => ` - ${text}`);
    host.out.line(isAllowed ? 'yes' : `no${reasons.join('')}`);
  }
  if (!isAllowed) throw new SilentExit(1);
}

const pathVerbs = ['get', 'put', 'post', 'head', 'options', 'delete', 'patch', '*'];
const resourceVerbs = [
  ...['get', 'list', 'watch', 'create', 'update', 'patch', 'delete', 'deletecollection', 'use', 'bind'],
  ...['impersonate', 'escalate', 'approve', 'sign', 'attest', '*'],
];

function pathSpec(context: CommandContext, verb: string, path: string): object {
  if (context.flags.text('subresource') !== '') {
    throw new CliError('--subresource can not be used with NonResourceURL');
  }
  if (!pathVerbs.includes(verb)) warn(context, `verb '${verb}' is not a known verb`);
  return { nonResourceAttributes: { verb, path } };
}

async function resourceSpec(context: CommandContext, verb: string, what: string): Promise<object> {
  const { flags, session } = context;
  const slash = what.indexOf('/');
  const [word, name] = slash < 0 ? [what, ''] : [what.slice(0, slash), what.slice(slash + 1)];
  const allNamespaces = flags.boolean('all-namespaces');
  if (!resourceVerbs.includes(verb)) warn(context, `verb '${verb}' is not a known verb`);
  const type = await typeOf(context, word);
  if (type?.namespaced === false && !allNamespaces) {
    const group = type.group === '' ? '' : ` in group '${type.group}'`;
    warn(context, `resource '${type.resource}' is not namespace scoped${group}`);
  }
  const { group, resource } = type ?? { group: '', resource: word };
  const namespace = allNamespaces ? '' : await session.namespace();
  const subresource = flags.text('subresource');
  return { resourceAttributes: { namespace, verb, group, resource, subresource, name } };
}

/** Undefined for a type that the server does not have: it may have rules for it all the same. */
async function typeOf(context: CommandContext, word: string): Promise<ServedResource | undefined> {
  if (word === '*') return undefined;
  const discovery = await context.session.discovery();
  try {
    return await discovery.resource(word);
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    const [name = '', ...group] = word.split('.');
    const where = group.length === 0 ? '' : ` in group '${group.join('.')}'`;
    warn(context, `the server doesn't have a resource type '${name}'${where}`);
    return undefined;
  }
}

const warn = ({ flags, host }: CommandContext, text: string): void => {
  if (!flags.boolean('quiet')) host.err.line(`Warning: ${text}\n`);
};
