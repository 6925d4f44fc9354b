import type { ApiClient } from './api-client.ts';

export interface Resource {
  apiVersion: string;
  kind: string;
  /** Of its version: `/apis/apps/v1`. */
  path: string;
  /** The plural. */
  name: string;
  namespaced: boolean;
  verbs: string[];
  shortNames?: string[];
  categories?: string[];
}

/** What a server says that it serves, by `apiVersion kind`, without subresources. */
export async function resourcesOf(client: ApiClient): Promise<Map<string, Resource>> {
  const { groups } = (await client.get('/apis')).body;
  const versions = groups.flatMap((group: any) => group.versions.map((version: any) => version.groupVersion));
  const paths: string[] = ['/api/v1', ...versions.map((version: string) => `/apis/${version}`)];
  const documents = await Promise.all(
    paths.map(async (path) => ({ path, ...(await client.get(path)).body })),
  );
  return new Map(
    documents.flatMap(({ path, groupVersion, resources }) =>
      resources
        .filter(({ name }: any) => !name.includes('/'))
        .map((resource: any) => [
          `${groupVersion} ${resource.kind}`,
          { ...resource, path, apiVersion: groupVersion },
        ]),
    ),
  );
}

/** Where objects of the type are made: of those in namespaces, in `default`. */
export const collectionOf = ({
  path,
  name,
  namespaced,
}: Pick<Resource, 'path' | 'name' | 'namespaced'>): string =>
  `${path}/${namespaced ? 'namespaces/default/' : ''}${name}`;
