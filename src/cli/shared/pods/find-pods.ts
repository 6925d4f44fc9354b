import type { CoreV1Pod } from '../../../api/schema/types.gen.ts';
import type { ApiCaller } from '../../../client/api/api-call.ts';
import { pathOf } from '../../../client/api/resource-client.ts';
import { CliError } from '../errors/cli-error.ts';
import type { Session } from '../session/session.ts';

export const podType = { group: '', version: 'v1', resource: 'pods' } as const;

/** An object that selects pods: a Deployment, a Service, a Job. */
export interface SelectingObject {
  kind?: string;
  metadata?: { name?: string };
  spec?: { selector?: unknown; clusterIP?: unknown; ports?: unknown };
}

/** The pods that a word names: one pod, or an object and the pods that it selects, the best first. */
export interface FoundPods {
  pods: CoreV1Pod[];
  /** Undefined for a pod. */
  owner: SelectingObject | undefined;
}

/** Finds the pods of `web`, `pod/web` or `deployment/web`. Rejects with CliError for an object that selects none. */
export async function findPods(session: Session, word: string): Promise<FoundPods> {
  const client = await session.client();
  const namespace = await session.namespace();
  const slash = word.indexOf('/');
  const [type, name] = slash < 0 ? ['pods', word] : [word.slice(0, slash), word.slice(slash + 1)];
  if (name === '' || name.includes('/')) {
    throw new CliError('arguments in resource/name form must have a single resource and name');
  }
  if (['pods', 'pod', 'po'].includes(type)) {
    const pod = await client.json<CoreV1Pod>({ method: 'GET', path: pathOf(podType, namespace, name) });
    return { pods: [pod], owner: undefined };
  }
  const discovery = await session.discovery();
  const resource = await discovery.resource(type);
  const owner = await client.json<SelectingObject>({
    method: 'GET',
    path: pathOf(resource, namespace, name),
  });
  const labelSelector = selectorOf(owner);
  if (labelSelector === undefined) {
    throw new CliError(`cannot find the pods of ${resource.resource}/${name}: it selects none`);
  }
  return { pods: await podsWith(client, namespace, labelSelector), owner };
}

/** Pods with these labels, the best first. */
export async function podsWith(
  client: ApiCaller,
  namespace: string,
  labelSelector: string,
): Promise<CoreV1Pod[]> {
  const path = pathOf(podType, namespace);
  const { items } = await client.json<{ items: CoreV1Pod[] }>({
    method: 'GET',
    path,
    query: { labelSelector },
  });
  return items.sort((a, b) => rankOf(b) - rankOf(a) || compareAge(a, b));
}

/** The first pod that a word names. `note` gets a line when there were several. */
export async function findPod(
  session: Session,
  word: string,
  timeout: number,
  note: (line: string) => void = () => {},
): Promise<CoreV1Pod & { owner?: SelectingObject }> {
  const until = performance.now() + timeout;
  for (;;) {
    const { pods, owner } = await findPods(session, word);
    const [pod] = pods;
    if (pod !== undefined) {
      if (pods.length > 1) note(`Found ${pods.length} pods, using pod/${pod.metadata.name}`);
      return owner === undefined ? pod : { ...pod, owner };
    }
    if (performance.now() > until) throw new CliError('timed out waiting for the condition');
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

/** `app=web,tier in (a,b)`; undefined without one. */
function selectorOf({ spec }: SelectingObject): string | undefined {
  const selector = spec?.selector as Record<string, unknown> | undefined | null;
  if (selector === undefined || selector === null || Object.keys(selector).length === 0) return undefined;
  const isPlain = Object.values(selector).every((value) => typeof value === 'string');
  const labels = (isPlain ? selector : (selector['matchLabels'] ?? {})) as Record<string, string>;
  const expressions = (isPlain ? [] : (selector['matchExpressions'] ?? [])) as Expression[];
  const parts = Object.entries(labels).map(([key, value]) => `${key}=${value}`);
  return [...parts, ...expressions.map(expressionText)].join(',');
}

interface Expression {
  key: string;
  operator: string;
  values?: readonly string[];
}

function expressionText({ key, operator, values = [] }: Expression): string {
  if (operator === 'Exists') return key;
  if (operator === 'DoesNotExist') return `!${key}`;
  return `${key} ${operator === 'In' ? 'in' : 'notin'} (${values.join(',')})`;
}

/** On a node, running and ready are what a user looks for. */
function rankOf({ spec, status, metadata }: CoreV1Pod): number {
  const isReady =
    status?.conditions?.some(({ type, status: is }) => type === 'Ready' && is === 'True') === true;
  const phase = { Running: 4, Unknown: 2, Pending: 1 }[status?.phase ?? ''] ?? 0;
  const isGoing = metadata.deletionTimestamp !== undefined;
  return (isGoing ? 0 : 32) + (spec?.nodeName ? 16 : 0) + phase * 2 + (isReady ? 1 : 0);
}

const compareAge = (a: CoreV1Pod, b: CoreV1Pod): number =>
  String(a.metadata.creationTimestamp ?? '').localeCompare(String(b.metadata.creationTimestamp ?? ''));
