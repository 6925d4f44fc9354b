import type { ApiObject } from '../../api/meta/metadata.ts';
import { StatusError } from '../../api/meta/status.ts';
import { groupVersionOf } from '../../client/api/discovery.ts';
import { pathOf } from '../../client/api/resource-client.ts';
import type { Command, CommandContext } from '../shared/command.ts';
import { fullName } from '../shared/discovery/served-api.ts';
import { CliError } from '../shared/errors/cli-error.ts';
import { fileFlags, filesOf } from '../shared/manifests/file-flags.ts';
import { outputFlags } from '../shared/output/output-format.ts';
import { pagesOf } from '../shared/resources/list-pages.ts';
import type { NameTarget, Target } from '../shared/resources/target.ts';
import { targetsOf } from '../shared/resources/targets.ts';
import { watchTarget } from '../shared/resources/watch-target.ts';
import { outcomePrinter } from '../shared/writes/outcome.ts';
import { type Goal, parseGoal, type WaitedObject } from './goal.ts';

export const wait: Command = {
  usage: 'wait ([-f FILENAME] | TYPE/NAME | TYPE [(-l label | --all)]) --for=CONDITION [flags]',
  details: 'Waits for a condition, for the value of a field, or for deletion.',
  examples: [
    '# Wait until a pod is ready',
    'orchctl wait --for=condition=Ready pod/web-0',
    '',
    '# Wait until a field has a value',
    "orchctl wait --for=jsonpath='{.status.phase}'=Running pod/web-0",
    '',
    '# Wait up to a minute until objects are gone',
    'orchctl wait --for=delete pods -l app=web --timeout=60s',
  ],
  flags: [
    ...fileFlags,
    ...outputFlags,
    {
      name: 'local',
      type: 'boolean',
      description: 'Has no effect: what is waited for is on the server',
    },
    { name: 'all', type: 'boolean', description: 'Select all objects of the types in the namespace' },
    {
      name: 'all-namespaces',
      short: 'A',
      type: 'boolean',
      description: 'List objects across all namespaces',
    },
    { name: 'field-selector', type: 'text', description: 'Field selector: metadata.name=web' },
    {
      name: 'for',
      type: 'text',
      description: 'delete, create, condition=NAME[=VALUE], jsonpath={PATH}[=VALUE]',
    },
    { name: 'selector', short: 'l', type: 'text', description: 'Label selector: a=1,b!=2' },
    {
      name: 'timeout',
      type: 'duration',
      default: '30s',
      description: 'How long to wait for each object; 0 looks once, a negative one waits a week',
    },
  ],
  run,
};

/** Milliseconds. */
const week = 7 * 24 * 3_600_000;

async function run(context: CommandContext): Promise<void> {
  const { flags, words, path, session, host } = context;
  const goal = parseGoal(flags.text('for'));
  const request = {
    path,
    words,
    files: filesOf(flags),
    selector: flags.text('selector'),
    fieldSelector: flags.text('field-selector'),
    allNamespaces: flags.boolean('all-namespaces'),
    needsSelection: true,
    all: flags.boolean('all'),
  };
  const report = await outcomePrinter(flags, host, 'none');
  let count = 0;
  const errors: unknown[] = [];
  for await (const target of targetsOf(session, request)) {
    for await (const one of namedTargets(context, target)) {
      count++;
      try {
        const object = await waitFor(context, one, goal);
        if (object !== undefined) await report({ type: one.type, object, verb: 'condition met' });
      } catch (error) {
        errors.push(error);
      }
    }
  }
  if (errors.length > 0) throw new AggregateError(errors);
  if (count === 0 && goal.form !== 'delete') throw new CliError('no matching resources found');
}

async function* namedTargets({ flags, session }: CommandContext, target: Target): AsyncGenerator<NameTarget> {
  const { type, namespace } = target;
  if (target.form !== 'list') {
    yield { form: 'name', type, namespace, name: target.name };
    return;
  }
  const pages = pagesOf<{ items?: readonly WaitedObject[] }>(await session.client(), {
    type,
    namespace,
    chunkSize: 500,
    labelSelector: flags.text('selector'),
    fieldSelector: flags.text('field-selector'),
  });
  for await (const { items = [] } of pages) {
    for (const { metadata } of items) {
      yield { form: 'name', type, namespace: metadata.namespace ?? '', name: metadata.name ?? '' };
    }
  }
}

/** Lists the objects of the name: a watch can go on from the state of a list, however old the object is. */
interface WaitedList {
  metadata?: { resourceVersion?: string };
  items?: readonly WaitedObject[];
}

const notFound = ({ type, name }: NameTarget): StatusError =>
  new StatusError(404, 'NotFound', `${fullName(type)} "${name}" not found`);

/** The object as it is then. Undefined when the object that was to be gone was not there from the beginning. */
async function waitFor(
  { flags, session }: CommandContext,
  target: NameTarget,
  goal: Goal,
): Promise<ApiObject | undefined> {
  const client = await session.client();
  const { type, namespace, name } = target;
  const given = flags.duration('timeout');
  const { metadata, items = [] } = await client.json<WaitedList>({
    method: 'GET',
    path: pathOf(type, namespace),
    query: { fieldSelector: `metadata.name=${name}` },
  });
  const [object] = items;
  if (object === undefined && goal.form === 'state') throw notFound(target);
  if (goal.form === 'delete' && object === undefined) return undefined;
  if (goal.isMet(object)) return printed(target, object);
  const timedOut = new CliError(`timed out waiting for the condition on ${fullName(type)}/${name}`);
  if (given === 0) throw timedOut;
  const signal = AbortSignal.timeout(Math.min(given < 0 ? week : given, 2 ** 31 - 1));
  const versionOf = ({ metadata }: WaitedObject): string | undefined => metadata.resourceVersion;
  const resourceVersion = metadata?.resourceVersion ?? '0';
  const uid = object?.metadata.uid;
  try {
    for await (const event of watchTarget(client, { target, resourceVersion, signal }, versionOf)) {
      const isOther = uid !== undefined && event.object.metadata.uid !== uid;
      const isGone = event.type === 'DELETED' || (goal.form === 'delete' && isOther);
      if (goal.isMet(isGone ? undefined : event.object))
        return printed(target, isOther ? object : event.object);
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
  throw timedOut;
}

/** Items of a list do not say of which kind they are. */
const printed = ({ type, name }: NameTarget, object: WaitedObject | undefined): ApiObject => ({
  apiVersion: groupVersionOf(type),
  kind: type.kind,
  metadata: { name },
  ...(object as Partial<ApiObject> | undefined),
});
