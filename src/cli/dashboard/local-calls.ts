import type { Dialect } from '../../api/meta/dialect.ts';
import { jsonDiff } from '../../api/patch/json-diff.ts';
import { decisionsHeader, explainHeader } from '../../api/request/decisions.ts';
import { readTypes } from '../../client/api/aggregated-discovery.ts';
import type { CommandContext } from '../shared/command.ts';
import { CliError } from '../shared/errors/cli-error.ts';
import { authorOf } from '../shared/history/author.ts';
import { readHistory } from '../shared/history/read-history.ts';
import { parseManifests } from '../shared/manifests/parse-manifests.ts';
import { findDependents } from '../shared/ownership/dependents.ts';
import type { TreeNode } from '../shared/ownership/node.ts';
import { ownersOf } from '../shared/ownership/owners.ts';
import type { NameTarget } from '../shared/resources/target.ts';
import { candidateRoles } from '../shared/rules/candidate-roles.ts';
import { debugTable } from './debug-tables.ts';
import type { Forwards } from './forwards.ts';
import type { LocalCall, LocalCalls } from './local-answer.ts';

/** Answers to the page's questions to this process: the command line has the code for them already. */
export function localCalls(context: CommandContext, forwards: Forwards): LocalCalls {
  const { session } = context;
  return new Map<string, LocalCall>([
    ['GET session', () => sessionOf(context)],
    ['GET types', async () => typesOf(await readTypes(await session.client()))],
    ['GET history', (query) => historyOf(context, query)],
    ['GET tree', (query) => treeOf(context, query)],
    ['GET debug', async (query) => debugTable(await session.client(), query.get('table') ?? '')],
    ['GET roles', (query) => rolesFor(context, query)],
    ['POST documents', async (_, text) => parseManifests({ source: 'the text', text })],
    ['GET forwards', async () => forwards.list()],
    ['POST forwards', (_, body) => forwards.add(forwardOf(JSON.parse(body)))],
    ['DELETE forwards', async (query) => forwards.remove(Number(query.get('id')))],
  ]);
}

function forwardOf({ namespace, pod, remote }: Record<string, unknown>): Parameters<Forwards['add']>[0] {
  const isPort = Number.isInteger(remote) && Number(remote) > 0 && Number(remote) < 65_536;
  if (!isPort || !pod || !namespace) throw new CliError('A pod and one of its ports must be named.');
  return { namespace: String(namespace), pod: String(pod), remote: Number(remote) };
}

/** The server, and its words: the page spells none itself. No credential is among them. */
async function sessionOf({ session }: CommandContext): Promise<object> {
  const { server, namespace } = await session.connection();
  const { api, label, service, commandLineClient }: Dialect = await session.dialect();
  return {
    server,
    namespace,
    words: { api, label, service },
    fieldManager: `${commandLineClient}-dashboard`,
    explainHeader,
    decisionsHeader,
    version: session.tools.version,
  };
}

function typesOf({ resources, failures }: Awaited<ReturnType<typeof readTypes>>): object {
  return { resources, failures: [...failures].map(([name, { message }]) => ({ name, message })) };
}

async function targetOf({ session }: CommandContext, query: URLSearchParams): Promise<NameTarget> {
  const [group, version, resource, name] = ['group', 'version', 'resource', 'name'].map(
    (key) => query.get(key) ?? '',
  );
  const { resources } = await (await session.discovery()).api();
  const isAsked = (one: (typeof resources)[number]): boolean =>
    one.group === group && one.version === version && one.resource === resource;
  const type =
    resources.find(isAsked) ?? (await (await session.discovery()).refreshed()).resources.find(isAsked);
  if (type === undefined || name === '') throw new CliError('The server has no such type.');
  return { form: 'name', type, namespace: query.get('namespace') ?? '', name: name! };
}

/** Every version that the server keeps, each with its author, and its difference to the one before. */
async function historyOf(context: CommandContext, query: URLSearchParams): Promise<object> {
  const { changes, from, isCut } = await readHistory(
    await context.session.client(),
    await targetOf(context, query),
  );
  const shown = changes.map((change) => {
    const { kind, revision, before, after } = change;
    const patch = before === undefined ? [] : [...jsonDiff(before, after)];
    const own = patch.find(({ path }) => !path.startsWith('/metadata/'));
    return { kind, revision, author: authorOf(change, own?.path), before, after };
  });
  return { from, isCut, changes: shown };
}

/** The chain of owners, topmost first, and all that may depend on the object, by the UID of an owner. */
async function treeOf(context: CommandContext, query: URLSearchParams): Promise<object> {
  const { session } = context;
  const [client, discovery] = [await session.client(), await session.discovery()];
  const chain = await ownersOf({ client, discovery }, await targetOf(context, query));
  const { byOwner, unread } = await findDependents(client, (await discovery.api()).resources, chain.at(-1)!);
  return {
    chain: chain.map(shownNode),
    byOwner: Object.fromEntries([...byOwner].map(([uid, nodes]) => [uid, nodes.map(shownNode)])),
    unread: [...unread].map(([type, message]) => ({ type, message })),
  };
}

function shownNode({ title, type, metadata, isGone = false }: TreeNode): object {
  const { group, version, resource, namespaced } = type;
  const { uid, name, namespace, creationTimestamp, deletionTimestamp, finalizers } = metadata;
  return {
    title,
    isGone,
    type: { group, version, resource, namespaced },
    metadata: { uid, name, namespace, creationTimestamp, deletionTimestamp, finalizers },
  };
}

async function rolesFor({ session }: CommandContext, query: URLSearchParams): Promise<string[]> {
  const asked = { verb: '', ...Object.fromEntries(query) };
  const { api } = await session.dialect();
  return candidateRoles(await session.client(), api, asked);
}
