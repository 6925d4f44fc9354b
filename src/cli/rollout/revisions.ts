import { isMap, type JsonMap } from '../../api/json/json-values.ts';
import { fillPlaceholders } from '../../api/meta/dialect.ts';
import type { ApiObject } from '../../api/meta/metadata.ts';
import { ResourceClient } from '../../client/api/resource-client.ts';
import { CliError } from '../shared/errors/cli-error.ts';
import type { Session } from '../shared/session/session.ts';
import type { FoundObject } from '../shared/writes/each-object.ts';

/** A former state of the pods of a workload. */
export interface Revision {
  number: number;
  /** `metadata.annotations` that says why; undefined when nothing does. */
  cause: string | undefined;
  /** The pod template, as an object. */
  template: JsonMap;
  /** The same for reading: with the label and the annotation that the ReplicaSet adds. */
  described: JsonMap;
  /** The patch that brings it back: of the template of a Deployment, or as a ControllerRevision keeps it. */
  data: JsonMap | undefined;
  /** For `-o`: the ReplicaSet of a Deployment, the workload with this template of other kinds. */
  state: ApiObject;
}

/** Ordered by number. Rejects with CliError for a kind without revisions. */
export async function revisionsOf(session: Session, workload: FoundObject): Promise<Revision[]> {
  const { kind } = workload.type;
  if (kind === 'Deployment') return replicaSetRevisions(session, workload);
  if (kind === 'DaemonSet' || kind === 'StatefulSet') return controllerRevisions(session, workload);
  throw new CliError(`no history viewer has been implemented for ${kind}`);
}

async function owned(session: Session, workload: FoundObject, resource: string): Promise<ApiObject[]> {
  const client = new ResourceClient<ApiObject>(await session.client(), {
    group: 'apps',
    version: 'v1',
    resource,
  });
  const { items } = await client.list(workload.namespace);
  const { uid } = workload.object.metadata;
  return items.filter(({ metadata }) =>
    (metadata.ownerReferences ?? []).some((owner) => owner.controller === true && owner.uid === uid),
  );
}

async function replicaSetRevisions(session: Session, workload: FoundObject): Promise<Revision[]> {
  const dialect = await session.dialect();
  const revisionKey = fillPlaceholders(dialect, 'deployment.{label}/revision');
  const causeKey = fillPlaceholders(dialect, '{label}/change-cause');
  const sets = await owned(session, workload, 'replicasets');
  const revisions = sets.flatMap((set): Revision[] => {
    const { annotations = {} } = set.metadata;
    const number = Number(annotations[revisionKey] ?? 0);
    if (!(number > 0)) return [];
    const { template } = set['spec'] as { template: JsonMap };
    const cause = annotations[causeKey];
    const described = cause ? withAnnotation(template, causeKey, cause) : template;
    return [
      {
        number,
        cause,
        template: withoutHash(template),
        described,
        data: undefined,
        state: { ...set, apiVersion: 'apps/v1', kind: 'ReplicaSet' },
      },
    ];
  });
  return revisions.sort((a, b) => a.number - b.number);
}

/** The label by which the Deployment tells its ReplicaSets apart is no part of the template. */
function withoutHash(template: JsonMap): JsonMap {
  const metadata = isMap(template['metadata']) ? template['metadata'] : {};
  const { 'pod-template-hash': _, ...labels } = (metadata['labels'] ?? {}) as Record<string, string>;
  return { ...template, metadata: { ...metadata, labels } };
}

function withAnnotation(template: JsonMap, key: string, value: string): JsonMap {
  const metadata = isMap(template['metadata']) ? template['metadata'] : {};
  const annotations = { ...(metadata['annotations'] as Record<string, string> | undefined), [key]: value };
  return { ...template, metadata: { ...metadata, annotations } };
}

async function controllerRevisions(session: Session, workload: FoundObject): Promise<Revision[]> {
  const causeKey = fillPlaceholders(await session.dialect(), '{label}/change-cause');
  const found = await owned(session, workload, 'controllerrevisions');
  return found
    .map(({ metadata, revision, data }) => {
      const kept = data as { spec?: { template?: JsonMap } } & JsonMap;
      // That it is to replace the present one is part of the patch, and not of the template.
      const { $patch: _, ...template } = kept.spec?.template ?? {};
      const { object } = workload;
      return {
        number: Number(revision),
        cause: metadata.annotations?.[causeKey],
        data: kept,
        template,
        described: template,
        state: { ...object, spec: { ...(object['spec'] as JsonMap), template } } as ApiObject,
      };
    })
    .sort((a, b) => a.number - b.number);
}
