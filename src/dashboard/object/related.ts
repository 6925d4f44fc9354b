import { objectRoute, type Route } from '../address/route.ts';
import { type ResourceType, typeName } from '../calls/session.ts';
import { type ApiObject, isMap } from './api-object.ts';

export interface Related {
  what: string;
  label: string;
  route: Route;
}

/** Objects that an object names or selects: its owners, node, volumes, Pods, the target of a binding. */
export function relatedOf(object: ApiObject, types: readonly ResourceType[]): Related[] {
  const { metadata } = object;
  const spec = isMap(object['spec']) ? object['spec'] : {};
  const owners = (metadata.ownerReferences ?? []).flatMap(({ apiVersion, kind, name }) =>
    named('Owner', kind, name, metadata.namespace ?? '', types, apiVersion),
  );
  return [
    ...owners,
    ...selectedPods(spec, metadata.namespace ?? ''),
    ...ofPod(spec, metadata.namespace ?? ''),
    ...ofBinding(object, types),
  ];
}

function named(
  what: string,
  kind: string,
  name: string,
  namespace: string,
  types: readonly ResourceType[],
  apiVersion?: string,
): Related[] {
  const group = apiVersion?.includes('/')
    ? apiVersion.split('/')[0]
    : apiVersion === undefined
      ? undefined
      : '';
  const type = types.find((one) => one.kind === kind && (group === undefined || one.group === group));
  if (type === undefined) return [];
  return [
    {
      what,
      label: `${kind} ${name}`,
      route: objectRoute(typeName(type), type.namespaced ? namespace : '', name),
    },
  ];
}

function selectedPods(spec: Record<string, unknown>, ns: string): Related[] {
  const { selector } = spec;
  if (!isMap(selector)) return [];
  const labels = isMap(selector['matchLabels'])
    ? selector['matchLabels']
    : 'matchExpressions' in selector
      ? undefined
      : selector;
  if (labels === undefined || Object.keys(labels).length === 0) return [];
  const text = Object.entries(labels)
    .map(([key, value]) => `${key}=${value}`)
    .join(',');
  return [{ what: 'Selects', label: `Pods with ${text}`, route: { path: ['pods'], query: { ns, l: text } } }];
}

/** Places in a volume where it names another object. */
const sources = [
  ['configMap', 'name', 'configmaps'],
  ['secret', 'secretName', 'secrets'],
  ['persistentVolumeClaim', 'claimName', 'persistentvolumeclaims'],
] as const;

function ofPod(spec: Record<string, unknown>, namespace: string): Related[] {
  const { nodeName, serviceAccountName, volumes } = spec;
  const found: Related[] = [];
  if (typeof nodeName === 'string' && nodeName !== '')
    found.push({ what: 'Runs on', label: nodeName, route: objectRoute('nodes', '', nodeName) });
  if (typeof serviceAccountName === 'string') {
    found.push({
      what: 'Acts as',
      label: `ServiceAccount ${serviceAccountName}`,
      route: objectRoute('serviceaccounts', namespace, serviceAccountName),
    });
  }
  for (const volume of Array.isArray(volumes) ? volumes : []) {
    for (const [source, field, type] of sources) {
      const name = (volume as Record<string, Record<string, string> | undefined>)[source]?.[field];
      if (name !== undefined)
        found.push({ what: 'Mounts', label: `${type} ${name}`, route: objectRoute(type, namespace, name) });
    }
  }
  return found;
}

function ofBinding({ metadata, ...object }: ApiObject, types: readonly ResourceType[]): Related[] {
  const { roleRef, subjects } = object;
  if (!isMap(roleRef)) return [];
  const role = named(
    'Gives',
    String(roleRef['kind']),
    String(roleRef['name']),
    metadata.namespace ?? '',
    types,
  );
  const accounts = (Array.isArray(subjects) ? subjects : []).flatMap(
    ({ kind, name, namespace = metadata.namespace ?? '' }) =>
      kind === 'ServiceAccount' ? named('To', kind, name, namespace, types) : [],
  );
  return [...role, ...accounts];
}
