import { call, json, queryText } from '../calls/calls.ts';
import type { AppContext } from '../frame/app-context.ts';
import { type AuthorizationDecision, readDecisions } from './decisions.ts';

/** A question as it is typed. `user`: "" for the caller. `what`: `pods`, `deployments.apps/scale`, `/metrics`. */
export interface AskedAccess {
  user: string;
  groups: string;
  verb: string;
  what: string;
  name: string;
  ns: string;
}

export interface AccessAnswer {
  /** `jane may not delete pods in namespace shop.` */
  sentence: string;
  isAllowed: boolean;
  reason: string;
  /** Undefined where the server does not tell the grounds. */
  decision: AuthorizationDecision | undefined;
  isWithheld: boolean;
  /** Roles that would allow it, if they were bound. */
  roles: readonly string[];
}

interface Review {
  status: { allowed: boolean; reason?: string };
}

/** Asks the server. Rejects with a sentence when it may not be asked. */
export async function askAccess(asked: AskedAccess, { session, types }: AppContext): Promise<AccessAnswer> {
  const { api } = session.words;
  const attributes = attributesOf(asked, types);
  const isOwn = asked.user === '' && asked.groups.trim() === '';
  const kind = isOwn ? 'SelfSubjectAccessReview' : 'SubjectAccessReview';
  const groups = asked.groups.split(/[\s,]+/).filter(Boolean);
  const subject = isOwn ? {} : { user: asked.user, groups };
  const response = await call(`cluster/apis/authorization.${api}/v1/${kind.toLowerCase()}s`, {
    method: 'POST',
    headers: { [session.explainHeader]: 'authorization' },
    body: JSON.stringify({
      kind,
      apiVersion: `authorization.${api}/v1`,
      spec: { ...attributes.spec, ...subject },
    }),
  });
  const { status } = (await response.json()) as Review;
  const decisions = readDecisions(response.headers.get(session.decisionsHeader));
  const decision = decisions?.authorization?.find(({ about }) => about === 'review');
  const who = decision?.user || asked.user || (isOwn ? 'You' : `A member of ${groups.join(', ')}`);
  const roles = status.allowed
    ? []
    : await json<string[]>(`local/roles${queryText(attributes.words)}`).catch(() => []);
  return {
    sentence: `${who} ${status.allowed ? 'may' : 'may not'} ${attributes.text}.`,
    isAllowed: status.allowed,
    reason: status.reason ?? '',
    decision,
    isWithheld: decisions?.withheld !== undefined,
    roles,
  };
}

function attributesOf({ verb, what, name, ns }: AskedAccess, types: AppContext['types']) {
  if (what.startsWith('/')) {
    const words: Record<string, string> = { verb, path: what };
    return { spec: { nonResourceAttributes: words }, words, text: `${verb} the path ${what}` };
  }
  const [full = '', subresource = ''] = what.split('/');
  const [first = '', ...rest] = full.split('.');
  const type = types.find(
    (one) =>
      [one.resource, one.singular, ...one.shortNames].includes(first) &&
      (rest.length === 0 || one.group === rest.join('.')),
  );
  const isCluster = type !== undefined && !type.namespaced;
  const words: Record<string, string> = {
    verb,
    group: type?.group ?? rest.join('.'),
    resource: type?.resource ?? first,
    subresource,
    namespace: isCluster ? '' : ns,
    name,
  };
  const filled = Object.fromEntries(Object.entries(words).filter(([, value]) => value !== ''));
  const place = isCluster ? '' : ns === '' ? ' in all namespaces' : ` in namespace ${ns}`;
  return {
    spec: { resourceAttributes: filled },
    words,
    text: `${verb} ${what}${name === '' ? '' : ` ${name}`}${place}`,
  };
}
