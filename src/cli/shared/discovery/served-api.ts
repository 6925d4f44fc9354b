import type { NamedResource } from '../../../client/api/discovery.ts';

export type ServedResource = NamedResource;

/** The types that a server serves, as they are kept on disk. */
export interface ServedApi {
  /** In the order of the server, in each group the preferred version first. */
  resources: readonly ServedResource[];
  /** Reasons why group versions could not be read, by their names: `metrics.example.com/v1`. */
  failures: Readonly<Record<string, string>>;
}

/** `deployments.apps`, `pods` */
export const fullName = ({ resource, group }: Pick<ServedResource, 'group' | 'resource'>): string =>
  group === '' ? resource : `${resource}.${group}`;

type Named = Pick<ServedResource, 'group' | 'kind' | 'singular'>;

/** `deployment.apps`, `pod` */
export const kindName = ({ singular, kind, group }: Named): string => {
  const one = singular || kind.toLowerCase();
  return group === '' ? one : `${one}.${group}`;
};

/** Name of an object in messages: `deployment.apps/web`, `pod/web`. */
export const objectName = (type: Named, name: string): string => `${kindName(type)}/${name}`;
