import { json } from './calls.ts';

/** The server that is shown, and its words. */
export interface Session {
  /** `https://a.example:6443` */
  server: string;
  /** Namespace of the kubeconfig's context. */
  namespace: string;
  words: { api: string; label: string; service: string };
  /** Name under which the page changes objects. */
  fieldManager: string;
  /** Headers in which the server tells the grounds of its decisions. */
  explainHeader: string;
  decisionsHeader: string;
  /** Version of orchctl. */
  version: string;
}

/** A type that the server serves. */
export interface ResourceType {
  group: string;
  version: string;
  resource: string;
  kind: string;
  singular: string;
  namespaced: boolean;
  verbs: readonly string[];
  shortNames: readonly string[];
  categories: readonly string[];
  isPreferred: boolean;
}

export const readSession = (): Promise<Session> => json<Session>('local/session');

/** One version of each type that can be listed. */
export async function readTypes(): Promise<ResourceType[]> {
  const { resources } = await json<{ resources: ResourceType[] }>('local/types');
  const chosen = new Map<string, ResourceType>();
  for (const one of resources) {
    const name = typeName(one);
    if (one.verbs.includes('list') && (one.isPreferred || !chosen.has(name))) chosen.set(name, one);
  }
  return [...chosen.values()];
}

/** `pods`, `deployments.apps` */
export const typeName = ({ group, resource }: Pick<ResourceType, 'group' | 'resource'>): string =>
  group === '' ? resource : `${resource}.${group}`;

type PathType = Pick<ResourceType, 'group' | 'version' | 'resource' | 'namespaced'>;

/** `cluster/apis/apps/v1/namespaces/shop/deployments/web`. Without a namespace: those of all. */
export function typePath(type: PathType, namespace: string, name = '', subresource = ''): string {
  const root = type.group === '' ? `api/${type.version}` : `apis/${type.group}/${type.version}`;
  const place = type.namespaced && namespace !== '' ? `namespaces/${encodeURIComponent(namespace)}/` : '';
  const rest = [name, subresource].filter(Boolean).map((part) => `/${encodeURIComponent(part)}`);
  return `cluster/${root}/${place}${type.resource}${rest.join('')}`;
}
