import type { TestServer } from './server.ts';
import { until } from './until.ts';

/** Definitions of custom resources and their instances, for tests. */

export const definitionsPath = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';

export interface VersionOptions {
  name?: string;
  served?: boolean;
  storage?: boolean;
  schema?: object;
  subresources?: object;
  [field: string]: unknown;
}

export interface DefinitionOptions {
  group?: string;
  /** The plural; the kind is the same without its s, with a capital. */
  plural?: string;
  scope?: string;
  names?: object;
  versions?: VersionOptions[];
  spec?: object;
}

export const anything = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };

/** A schema whose `spec` has these properties. */
export const specOf = (properties: object, more: object = {}): object => ({
  type: 'object',
  properties: { spec: { type: 'object', properties, ...more } },
});

/** A definition in v1: one version, v1, that takes anything, unless something else is said. */
export function definition({
  group = 'g.example',
  plural = 'tabs',
  scope = 'Namespaced',
  names = {},
  versions = [{}],
  spec = {},
}: DefinitionOptions = {}): any {
  const singular = plural.replace(/s$/, '');
  const kind = singular.charAt(0).toUpperCase() + singular.slice(1);
  return {
    kind: 'CustomResourceDefinition',
    apiVersion: 'apiextensions.k8s.io/v1',
    metadata: { name: `${plural}.${group}` },
    spec: {
      group,
      scope,
      names: { plural, kind, ...names },
      versions: versions.map(({ name = 'v1', schema = anything, ...more }, index) => ({
        name,
        served: true,
        storage: index === 0,
        ...more,
        schema: { openAPIV3Schema: schema },
      })),
      ...spec,
    },
  };
}

export const conditionOf = (object: any, type: string): any =>
  object.status?.conditions?.find((condition: any) => condition.type === type);

/** Creates it and waits until its instances are served. */
export async function define(server: TestServer, object: any): Promise<void> {
  const answer = await server.client.post(definitionsPath, object);
  if (answer.status !== 201) throw new Error(answer.text);
  await established(server, object.metadata.name);
}

export async function established(server: TestServer, name: string): Promise<void> {
  await until(async () => {
    const { body } = await server.client.get(`${definitionsPath}/${name}`);
    return conditionOf(body, 'Established')?.status === 'True';
  });
}

/** Replaces its spec. */
export async function redefine(server: TestServer, object: any): Promise<void> {
  const path = `${definitionsPath}/${object.metadata.name}`;
  const { body } = await server.client.get(path);
  const answer = await server.client.put(path, { ...body, spec: object.spec });
  if (answer.status !== 200) throw new Error(answer.text);
}

export async function undefine(server: TestServer, name: string): Promise<void> {
  const path = `${definitionsPath}/${name}`;
  await server.client.delete(path);
  await until(async () => (await server.client.get(path)).status === 404);
}

/** The path of a collection. */
export const tabs = '/apis/g.example/v1/namespaces/default/tabs';

export const tab = (name: string, fields: object = {}, metadata: object = {}): any => ({
  kind: 'Tab',
  apiVersion: 'g.example/v1',
  metadata: { name, ...metadata },
  ...fields,
});
