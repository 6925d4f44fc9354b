import { FeatureGates } from '../../../src/api/gates/feature-gates.ts';
import { type Dialect, dialects } from '../../../src/api/meta/dialect.ts';
import type { JsonSchema } from '../../../src/api/schema/json-schema.ts';
import {
  apiVersionOf,
  type Definitions,
  type GroupVersionDefinition,
  type KindDefinition,
} from '../../../src/api/schema/schema.ts';
import { documentRules } from '../../../src/server/openapi/document-rules.ts';
import { OpenApiDocuments } from '../../../src/server/openapi/documents.ts';
import {
  ApiSurface,
  type CustomServing,
  type ServedGroupVersion,
  type ServedResource,
} from '../../../src/server/surface/api-surface.ts';
import type { Routes } from '../../../src/server/surface/routes.ts';
import { testedRelease } from '../release.ts';
import { definitionsOf } from './definitions.ts';

export interface Fixture {
  dialect: Dialect;
  definitions: Definitions;
  surface: ApiSurface;
  documents: OpenApiDocuments;
}

/** Every verb of the definitions; of subresources what is usual. */
export const everything: Routes = {
  verbsOf: ({ definition }) => definition.verbs,
  describeSubresource: (_served, name) => {
    if (name === 'scale') {
      return {
        verbs: ['get', 'patch', 'update'],
        kind: { group: 'autoscaling', version: 'v1', kind: 'Scale' },
      };
    }
    if (name === 'log') return { verbs: ['get'] };
    if (name === 'exec') {
      return { verbs: ['create', 'get'], kind: { group: '', version: 'v1', kind: 'PodExecOptions' } };
    }
    if (name === 'proxy') {
      const verbs = ['create', 'delete', 'get', 'patch', 'update'];
      return { verbs, kind: { group: '', version: 'v1', kind: 'PodProxyOptions' } };
    }
    return name === 'status' ? { verbs: ['get', 'patch', 'update'] } : undefined;
  },
};

/** The documents of all definitions. */
/** `only`: what is served, instead of everything. */
export function fixture(name: Dialect['name'], routes: Routes = everything, only?: ApiSurface): Fixture {
  const dialect = dialects.find((candidate) => candidate.name === name)!;
  const definitions = definitionsOf(testedRelease, dialect);
  const surface =
    only ??
    new ApiSurface(
      definitions.groupVersions
        .map((groupVersion) => served(groupVersion, definitions))
        .filter(({ resources }) => resources.size > 0),
    );
  const version = { major: '1', minor: '23', gitVersion: 'v1.23.0' };
  const documents = new OpenApiDocuments(surface, {
    definitions,
    dialect,
    routes,
    version,
    issuer: true,
    clock: { now: () => 0 },
    rules: documentRules(new FeatureGates(testedRelease)),
  });
  return { dialect, definitions, surface, documents };
}

function served(definition: GroupVersionDefinition, { kinds }: Definitions): ServedGroupVersion {
  const apiVersion = apiVersionOf(definition);
  const own = kinds.filter((kind) => apiVersionOf(kind) === apiVersion);
  const resources = own.map((kind) => [kind.plural, servedKind(kind, apiVersion)] as const);
  return { definition, apiVersion, resources: new Map(resources) };
}

/** Pods are given back when they are deleted, other objects are not. */
function servedKind(definition: KindDefinition, apiVersion: string): ServedResource {
  const rules = { deletion: { answersWithObject: definition.kind === 'Pod' } };
  return { definition, apiVersion, resource: { rules } } as object as ServedResource;
}

/** A group-version `v1` with one custom resource. */
export function customGroupVersion(
  { group, kind, plural }: { group: string; kind: string; plural: string },
  schema?: JsonSchema,
): ServedGroupVersion {
  const apiVersion = `${group}/v1`;
  const definition = {
    group,
    version: 'v1',
    kind,
    plural,
    singular: kind.toLowerCase(),
    listsSingular: true,
    namespaced: true,
    custom: true,
    shortNames: [],
    categories: [],
    virtual: false,
    storage: true,
    storedAs: { group, kind },
    verbs: ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'update', 'watch'],
    subresources: ['status'],
  } as unknown as KindDefinition;
  const custom: CustomServing = {
    prepare: async () => {},
    takes: 'all',
    selectable: [],
    storedVersion: undefined,
    schema: () => schema,
  };
  const resource = { definition, apiVersion, custom } as unknown as ServedResource;
  return {
    definition: { group, version: 'v1', groupPriority: 1000, versionPriority: 100 },
    apiVersion,
    resources: new Map([[plural, resource]]),
    isCustom: true,
  };
}
