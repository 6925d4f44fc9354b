import { fillPlaceholders } from '../../api/meta/dialect.ts';
import { isAnswer, isNotFound } from '../../client/api/api-error.ts';
import { pathOf, ResourceClient } from '../../client/api/resource-client.ts';
import type { Command, CommandContext } from '../shared/command.ts';
import { deleteObject } from '../shared/deletion/delete-and-wait.ts';
import { waitUntilGone } from '../shared/deletion/wait-until-gone.ts';
import { objectName, type ServedResource } from '../shared/discovery/served-api.ts';
import { CliError } from '../shared/errors/cli-error.ts';
import type { FoundObject } from '../shared/writes/each-object.ts';
import { dryRunSuffix } from '../shared/writes/outcome.ts';
import { type DryRun, dryRunFlag, dryRunOf, selectorFlag } from '../shared/writes/write-flags.ts';
import { eachNode, setSchedulable } from './cordon.ts';
import { type DrainedPod, drainPlan } from './drain-pods.ts';

export const drain: Command = {
  usage: 'drain NODE [flags]',
  details: 'Marks the node as unschedulable and evicts its pods, as far as pod disruption budgets allow.',
  examples: ['orchctl drain n1 --ignore-daemonsets', 'orchctl drain n1 --force --grace-period=60'],
  flags: [
    ...[selectorFlag, dryRunFlag],
    {
      name: 'delete-emptydir-data',
      type: 'boolean',
      description: 'Evict pods with emptyDir volumes, whose data is lost',
    },
    {
      name: 'delete-local-data',
      type: 'boolean',
      hidden: true,
      description: 'Alias of --delete-emptydir-data',
      deprecated: 'use --delete-emptydir-data instead',
    },
    {
      name: 'disable-eviction',
      type: 'boolean',
      description: 'Delete pods instead of evicting them, regardless of pod disruption budgets',
    },
    { name: 'force', type: 'boolean', description: 'Evict pods that no controller replaces' },
    {
      name: 'grace-period',
      type: 'integer',
      default: '-1',
      description: 'Seconds for pods to terminate gracefully; -1 for the value in the pod',
    },
    { name: 'ignore-daemonsets', type: 'boolean', description: 'Ignore pods of daemon sets' },
    {
      name: 'chunk-size',
      type: 'integer',
      default: '500',
      description: 'Has no effect: pods of one node are read at once',
    },
    {
      name: 'skip-wait-for-delete-timeout',
      type: 'integer',
      default: '0',
      description: 'Do not wait for pods that have been terminating for more than this many seconds; 0 waits',
    },
    { name: 'pod-selector', type: 'text', description: 'Label selector of the pods to evict' },
    {
      name: 'timeout',
      type: 'duration',
      default: '0s',
      description: 'How long to wait; 0 waits without limit',
    },
  ],
  run: (context) => eachNode(context, (node) => drainNode(context, node)),
};

const longest = 168 * 3_600_000;

async function drainNode(context: CommandContext, node: FoundObject): Promise<void> {
  const { flags, session, host } = context;
  const dryRun = dryRunOf(flags);
  await setSchedulable(context, node, false);
  const discovery = await session.discovery();
  const type = await discovery.resource('pods');
  const pods = new ResourceClient<DrainedPod>(await session.client(), type);
  const { items } = await pods.list('', {
    fieldSelector: `spec.nodeName=${node.name}`,
    ...(flags.text('pod-selector') === '' ? {} : { labelSelector: flags.text('pod-selector') }),
  });
  const { evicted, errors, warnings } = drainPlan(items, await planOptions(context));
  if (errors.length > 0) {
    throw new CliError(
      `unable to drain node "${node.name}" due to error: [${errors.join(', ')}], continuing command...\nThere are pending nodes to be drained:\n ${node.name}\n${errors.join('\n')}`,
    );
  }
  for (const warning of warnings) session.warn(warning);
  const signal = AbortSignal.timeout(flags.duration('timeout') || longest);
  await Promise.all(evicted.map((pod) => evictAndWait({ context, dryRun, type, signal }, pod)));
  host.out.line(`${objectName(node.type, node.name)} drained${dryRunSuffix(dryRun)}`);
}

async function planOptions({ flags, session }: CommandContext) {
  return {
    ignoreDaemonSets: flags.boolean('ignore-daemonsets'),
    deleteEmptyDirData: flags.boolean('delete-emptydir-data') || flags.boolean('delete-local-data'),
    force: flags.boolean('force'),
    mirrorAnnotation: fillPlaceholders(await session.dialect(), '{label}/config.mirror'),
  };
}

interface Draining {
  context: CommandContext;
  dryRun: DryRun;
  type: ServedResource;
  signal: AbortSignal;
}

/** Milliseconds until a pod that a PodDisruptionBudget keeps is asked for again. */
const retryInterval = 5_000;

async function evictAndWait({ context, dryRun, type, signal }: Draining, pod: DrainedPod): Promise<void> {
  const { flags, session, host } = context;
  const { name, namespace, uid } = pod.metadata;
  const isEviction = !flags.boolean('disable-eviction');
  const suffix = dryRunSuffix(dryRun);
  host.out.line(`${isEviction ? 'evicting' : 'deleting'} pod ${namespace}/${name}${suffix}`);
  if (dryRun !== 'none') return;
  const place = { type, namespace, name };
  const seconds = flags.integer('grace-period');
  const options = seconds < 0 ? {} : { gracePeriodSeconds: seconds };
  const client = await session.client();
  try {
    if (isEviction) await evict(context, { type, signal }, pod, options);
    else await deleteObject(client, place, options);
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
  const skip = flags.integer('skip-wait-for-delete-timeout') * 1_000;
  const { deletionTimestamp } = pod.metadata;
  const isSkipped = deletionTimestamp !== undefined && host.now() - Date.parse(deletionTimestamp) > skip;
  if (skip > 0 && isSkipped) return;
  await waitUntilGone(client, { ...place, uid }, signal);
  host.out.line(`pod/${name} ${isEviction ? 'evicted' : 'deleted'}`);
}

async function evict(
  { session, host }: CommandContext,
  { type, signal }: Pick<Draining, 'signal' | 'type'>,
  { metadata: { name, namespace } }: DrainedPod,
  deleteOptions: object,
): Promise<void> {
  const { setTimeout: sleep } = await import('node:timers/promises');
  const client = await session.client();
  const body = { apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name, namespace }, deleteOptions };
  for (;;) {
    try {
      await client.json({ method: 'POST', path: pathOf(type, namespace, name, 'eviction'), body });
      return;
    } catch (error) {
      if (!isAnswer(error, 429)) throw error;
      host.err.line(
        `error when evicting pods/"${name}" -n "${namespace}" (will retry after 5s): ${(error as Error).message}`,
      );
    }
    await sleep(retryInterval, undefined, { signal }).catch(() => {
      throw new CliError(`error when evicting pods/"${name}" -n "${namespace}": global timeout reached`);
    });
  }
}
