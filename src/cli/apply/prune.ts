import type { ApiObject } from '../../api/meta/metadata.ts';
import { isForbidden, unlessNotFound } from '../../client/api/api-error.ts';
import { deleteObject } from '../shared/deletion/delete-and-wait.ts';
import { fullName, type ServedResource } from '../shared/discovery/served-api.ts';
import { CliError } from '../shared/errors/cli-error.ts';
import { lastAppliedKey } from '../shared/last-applied/last-applied.ts';
import { eachListed } from '../shared/writes/each-object.ts';
import { fieldManager } from '../shared/writes/field-manager.ts';
import type { ReportOutcome } from '../shared/writes/outcome.ts';
import { isServerSide } from './apply-flags.ts';
import type { Applied, Applying } from './applying.ts';
import { deletionOptions } from './deletion-options.ts';

/** The types that are looked through where no flag names any. */
const usualTypes: ReadonlySet<string> = new Set([
  ...['configmaps', 'endpoints', 'namespaces', 'persistentvolumeclaims', 'persistentvolumes', 'pods'],
  ...['replicationcontrollers', 'secrets', 'services', 'daemonsets.apps', 'deployments.apps'],
  ...['replicasets.apps', 'statefulsets.apps', 'jobs.batch', 'cronjobs.batch', 'ingresses.networking'],
]);

/** Deletes what was applied before, is selected, and is not among what was applied now. */
export async function prune(
  applying: Applying,
  done: readonly Applied[],
  report: ReportOutcome,
): Promise<void> {
  const { context, dryRun } = applying;
  const { session, flags } = context;
  const client = await session.client();
  const kept = new Set(done.map(({ object }) => object.metadata.uid));
  const namespaces = new Set(
    done.map(({ target }) => target.namespace).filter((namespace) => namespace !== ''),
  );
  const wasApplied = await applyMark(applying);
  for (const type of await prunedTypes(applying)) {
    for (const namespace of type.namespaced ? namespaces : ['']) {
      const list = { type, namespace, labelSelector: flags.text('selector') };
      await eachListed(client, list, async ({ object, ...place }) => {
        if (kept.has(object.metadata.uid) || !wasApplied(object)) return;
        if (dryRun !== 'client') {
          const options = { ...deletionOptions(flags), ...(dryRun === 'server' ? { dryRun: ['All'] } : {}) };
          await unlessNotFound(deleteObject(client, place, options));
        }
        await report({ type, object, verb: 'pruned' });
      }).catch(ignoreForbidden);
    }
  }
}

/** Tells objects that apply wrote: by the annotation, or by the field manager. */
async function applyMark({ context }: Applying): Promise<(object: ApiObject) => boolean> {
  const { session, flags } = context;
  if (!isServerSide(context)) {
    const key = lastAppliedKey(await session.dialect());
    return ({ metadata }) => metadata.annotations?.[key] !== undefined;
  }
  const own = await fieldManager(session, flags, '');
  return ({ metadata }) =>
    (metadata.managedFields ?? []).some(({ manager, operation }) => manager === own && operation === 'Apply');
}

async function prunedTypes({ context: { flags, session } }: Applying): Promise<ServedResource[]> {
  const discovery = await session.discovery();
  const allowed = [...flags.texts('prune-allowlist'), ...flags.texts('prune-whitelist')];
  if (allowed.length > 0) return Promise.all(allowed.map(async (text) => typeOf(text)));
  const { resources } = await discovery.api();
  // The domain of a group is the dialect's.
  const isUsual = ({ group, resource }: ServedResource): boolean =>
    usualTypes.has(fullName({ resource, group: group.split('.')[0]! }));
  return resources.filter((type) => type.isPreferred && isUsual(type));

  async function typeOf(text: string): Promise<ServedResource> {
    const [group = '', version = '', kind = ''] = text.split('/');
    const apiVersion = group === 'core' || group === '' ? version : `${group}/${version}`;
    const type = await discovery.ofKind(apiVersion, kind);
    if (type === undefined)
      throw new CliError(`invalid GroupVersionKind format: ${text}, please follow <group/version/kind>`);
    return type;
  }
}

/** Passes over a type that the user may not list, and so cannot have applied. */
function ignoreForbidden(error: unknown): void {
  if (!isForbidden(error)) throw error;
}
