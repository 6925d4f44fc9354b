import type { Decisions } from '../../api/request/decisions.ts';
import type { CommandContext } from '../shared/command.ts';
import { SilentExit } from '../shared/errors/cli-error.ts';
import { explainedCall } from '../shared/explained/explained-call.ts';
import { candidateRoles } from '../shared/rules/candidate-roles.ts';
import { type AskedWords, askedText } from '../shared/rules/rule-text.ts';
import { allowedLines, refusedLines } from './access-lines.ts';
import { ownRuleLines } from './own-rules.ts';
import { printDecisions } from './print-decisions.ts';

interface AccessReview {
  status: { allowed: boolean; reason?: string; evaluationError?: string };
}

/** Explains whether the user may do something: the words of the command line, as they were typed. */
export async function whyAccess(
  context: CommandContext,
  words: { verb: string; what: string; name: string },
): Promise<void> {
  const { session, flags, host } = context;
  const { api } = await session.dialect();
  const asked = await askedFor(context, words);
  const { value, error, decisions } = await explainedCall<AccessReview>(
    session,
    {
      method: 'POST',
      path: `/apis/authorization.${api}/v1/selfsubjectaccessreviews`,
      body: { kind: 'SelfSubjectAccessReview', apiVersion: `authorization.${api}/v1`, spec: specOf(asked) },
    },
    'authorization',
  );
  if (error !== undefined) throw error;
  const { status } = value!;
  if (flags.text('output') !== '') await printDecisions(context, { status, ...decisions });
  else {
    const who = decisions?.authorization?.at(-1)?.user;
    const subject = who === undefined ? 'the user' : `"${who}"`;
    const verdict = status.allowed ? `yes: ${subject} may` : `no: ${subject} may not`;
    host.out.line(`${verdict} ${askedText(asked)}`);
    for (const line of await groundLines(context, asked, status, decisions)) host.out.line(`  ${line}`);
  }
  if (!status.allowed) throw new SilentExit(1);
}

async function groundLines(
  context: CommandContext,
  asked: AskedWords,
  { allowed, reason }: AccessReview['status'],
  decisions: Decisions | undefined,
): Promise<string[]> {
  const { session } = context;
  const { api } = await session.dialect();
  const decision = decisions?.authorization?.find(({ about }) => about === 'review');
  if (allowed) {
    if (decision !== undefined) return allowedLines(decision);
    return [...(reason ? [reason] : []), withheldLine(decisions)];
  }
  const said =
    decision !== undefined
      ? refusedLines(decision)
      : [
          ...(reason ? [reason] : []),
          ...(await ownRuleLines(await session.client(), api, asked)),
          withheldLine(decisions),
        ];
  const roles = await candidates(context, api, asked);
  return roles.length === 0
    ? said
    : [...said, `roles that would allow it, if they were bound: ${roles.join(', ')}`];
}

const withheldLine = (decisions: Decisions | undefined): string =>
  decisions === undefined
    ? 'this server does not tell the grounds of its decisions'
    : 'the server tells the grounds to users who may get the path /decisions/authorization';

/** Looked for as the user who calls, not as the one that is asked about. */
async function candidates({ session }: CommandContext, api: string, asked: AskedWords): Promise<string[]> {
  if (!session.isImpersonating) return candidateRoles(await session.client(), api, asked);
  const caller = session.asCaller();
  try {
    return await candidateRoles(await caller.client(), api, asked);
  } finally {
    caller[Symbol.dispose]();
  }
}

/** `TYPE[.GROUP][/NAME]`, `TYPE NAME`, or a path. A type that the server does not have is asked about all the same. */
async function askedFor(
  { session, flags }: CommandContext,
  { verb, what, name: second }: { verb: string; what: string; name: string },
): Promise<AskedWords> {
  if (what.startsWith('/')) return { verb, path: what };
  const [word = '', first = ''] = what.split('/');
  const name = first || second;
  const subresource = flags.text('subresource');
  const discovery = await session.discovery();
  const type = word === '*' ? undefined : await discovery.resource(word).catch(() => undefined);
  if (type === undefined && word !== '*') session.warn(`the server doesn't have a resource type '${word}'`);
  const [resource = '', ...rest] = word.split('.');
  const named = type ?? { resource, group: rest.join('.'), namespaced: true };
  const isEverywhere = !named.namespaced || flags.boolean('all-namespaces');
  const namespace = isEverywhere ? '' : await session.namespace();
  return { verb, group: named.group, resource: named.resource, subresource, namespace, name };
}

function specOf({ verb, path, ...resource }: AskedWords): object {
  if (path !== undefined) return { nonResourceAttributes: { verb, path } };
  const filled = Object.entries(resource).filter(([, value]) => value !== '');
  return { resourceAttributes: { verb, ...Object.fromEntries(filled) } };
}
