import { describe, expect, it } from 'vitest';
import { customGroupVersion, everything, fixture } from '../../../test/support/unit/openapi.ts';
import { ApiSurface } from '../surface/api-surface.ts';
import type { Published } from './published.ts';

const read = (published: Published) => JSON.parse(Buffer.from(published.bytes).toString());
const v3Keys = async (documents: ReturnType<typeof fixture>['documents']) =>
  Object.keys(read(await documents.v3Index()).paths);

function references(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) =>
    key === '$ref' && typeof member === 'string' ? [member] : references(member),
  );
}

const methods = ['get', 'put', 'post', 'delete', 'patch'];

const operationsOf = (document: any): any[] =>
  Object.values(document.paths).flatMap((path: any) => methods.flatMap((method) => path[method] ?? []));

/** For a verb: path (of a namespaced resource), method, action. */
const placeOfVerb: [string, string, string, string][] = [
  ['list', '', 'get', 'list'],
  ['create', '', 'post', 'post'],
  ['deletecollection', '', 'delete', 'deletecollection'],
  ['get', '/{name}', 'get', 'get'],
  ['update', '/{name}', 'put', 'put'],
  ['patch', '/{name}', 'patch', 'patch'],
  ['delete', '/{name}', 'delete', 'delete'],
];

for (const name of ['orch', 'kubernetes'] as const) {
  const { documents, surface, dialect, definitions } = fixture(name);
  const v2 = read(await documents.v2('json'));
  const v3Names = await v3Keys(documents);
  const extension = (what: string) => `${dialect.schemaExtension}${what}`;
  const domain = dialect.api.split('.').reverse().join('.');
  const definition = (path: string) => v2.definitions[`${domain}.${path}`];

  describe(`${name}: v2`, () => {
    it('resolves every reference and holds nothing that is not referred to', () => {
      const targets = new Set(references(v2).map((reference) => reference.replace('#/definitions/', '')));
      expect([...targets].filter((target) => !(target in v2.definitions))).toEqual([]);
      expect(Object.keys(v2.definitions).filter((target) => !targets.has(target))).toEqual([]);
    });

    it('has an operation for every verb of every resource', () => {
      const missing: string[] = [];
      for (const { definition, resources } of surface.groupVersions) {
        const root = definition.group === '' ? '/api/v1' : `/apis/${definition.group}/${definition.version}`;
        for (const [plural, served] of resources) {
          const { group, version, kind, namespaced } = served.definition;
          const base = `${root}/${namespaced ? 'namespaces/{namespace}/' : ''}${plural}`;
          for (const [verb, tail, method, action] of placeOfVerb) {
            const operation = v2.paths[base + tail]?.[method];
            const expected = served.definition.verbs.includes(verb);
            if ((operation !== undefined) !== expected) missing.push(`${verb} ${base}`);
            if (!expected) continue;
            expect(operation[extension('action')]).toBe(action);
            expect(operation[extension('group-version-kind')]).toEqual({ group, version, kind });
          }
        }
      }
      expect(missing).toEqual([]);
    });

    it('gives every operation an id of its own, a tag, answers, and a parameter for every part of its path', () => {
      const ids = operationsOf(v2).map(({ operationId }) => operationId);
      expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
      for (const [path, item] of Object.entries<any>(v2.paths)) {
        const inPath = (item.parameters ?? []).filter((parameter: any) => parameter.in === 'path');
        const parts = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
        expect(inPath.map((parameter: any) => parameter.name).sort()).toEqual(parts.sort());
      }
      for (const operation of operationsOf(v2)) {
        expect(operation.tags).toHaveLength(1);
        expect(operation.responses[401]).toBeDefined();
        expect(operation.responses[200]).toBeDefined();
      }
    });

    it('names definitions as clients know them', () => {
      for (const path of [
        'api.core.v1.Pod',
        'api.core.v1.PodList',
        'api.apps.v1.DeploymentSpec',
        'api.autoscaling.v1.Scale',
        'apimachinery.pkg.apis.meta.v1.ObjectMeta',
        'apimachinery.pkg.apis.meta.v1.Patch',
        'apimachinery.pkg.apis.meta.v1.Time',
        'apimachinery.pkg.api.resource.Quantity',
        'apimachinery.pkg.util.intstr.IntOrString',
        'apimachinery.pkg.runtime.RawExtension',
        'apimachinery.pkg.version.Info',
      ]) {
        expect(definition(path), path).toBeDefined();
      }
    });

    it('says of what travels which kinds it is', () => {
      const kinds = (path: string) => definition(path)[extension('group-version-kind')];
      expect(kinds('api.apps.v1.DeploymentList')).toEqual([
        { group: 'apps', version: 'v1', kind: 'DeploymentList' },
      ]);
      expect(kinds('api.autoscaling.v1.Scale')).toEqual([
        { group: 'autoscaling', version: 'v1', kind: 'Scale' },
      ]);
      expect(kinds('api.core.v1.PodSpec')).toBeUndefined();
      for (const kind of ['DeleteOptions', 'WatchEvent']) {
        const everywhere = kinds(`apimachinery.pkg.apis.meta.v1.${kind}`);
        for (const { definition } of surface.groupVersions) {
          const { group, version } = definition;
          expect(everywhere).toContainEqual({ group, version, kind });
        }
      }
    });

    it.each([
      ['an object that is given back', '/api/v1/namespaces/{namespace}/pods/{name}', 'api.core.v1.Pod'],
      [
        'how it went',
        '/api/v1/namespaces/{namespace}/configmaps/{name}',
        'apimachinery.pkg.apis.meta.v1.Status',
      ],
      ['of collections, too', '/api/v1/namespaces/{namespace}/pods', 'apimachinery.pkg.apis.meta.v1.Status'],
    ])('says what a deletion answers: %s', (_, path, answer) => {
      const { responses } = v2.paths[path].delete;
      expect(responses[200].schema).toEqual({ $ref: `#/definitions/${domain}.${answer}` });
    });

    it('describes without percent signs: older clients would take them for places to fill in', () => {
      const described = [...JSON.stringify(v2).matchAll(/"description":"((?:[^"\\\\]|\\\\.)*)"/g)].map(
        ([, text]) => text!,
      );
      expect(described.length).toBeGreaterThan(1000);
      expect(described.filter((text) => text.includes('%'))).toEqual([]);
    });

    it('says that a log is text, and which part of it can be asked for', () => {
      const { get } = v2.paths['/api/v1/namespaces/{namespace}/pods/{name}/log'];
      expect(get.operationId).toBe('readCoreV1NamespacedPodLog');
      expect(get.produces).toContain('text/plain');
      expect(get.responses[200].schema).toEqual({ type: 'string' });
      const names = get.parameters.map((parameter: any) => parameter.name);
      expect(names).toEqual(expect.arrayContaining(['container', 'follow', 'previous', 'tailLines']));
      expect(get[extension('action')]).toBe('get');
      expect(get[extension('group-version-kind')]).toEqual({ group: '', version: 'v1', kind: 'Pod' });
    });

    it('says how lists and maps merge', () => {
      const { containers, nodeSelector } = definition('api.core.v1.PodSpec').properties;
      expect(containers).toMatchObject({
        type: 'array',
        items: { $ref: `#/definitions/${domain}.api.core.v1.Container` },
        [extension('patch-merge-key')]: 'name',
        [extension('patch-strategy')]: 'merge',
      });
      // Before 1.30 only the keys of strategic patches say that it is a map.
      expect(containers[extension('list-type')]).toBeUndefined();
      expect(nodeSelector[extension('map-type')]).toBe('atomic');
      expect(definition('api.apps.v1.DeploymentSpec').properties.strategy[extension('patch-strategy')]).toBe(
        'retainKeys',
      );
      expect(definition('api.apps.v1.DeploymentSpec').required).toEqual(['selector', 'template']);
      // Printed always, as null: clients made from this document have to let it be.
      expect(definition('api.apps.v1.DeploymentCondition').required).toEqual(['type', 'status']);
      expect(definition('api.core.v1.EventSeries').required).toBeUndefined();
      const { finalizers } = definition('apimachinery.pkg.apis.meta.v1.ObjectMeta').properties;
      expect(finalizers).toMatchObject({
        [extension('list-type')]: 'set',
        [extension('patch-strategy')]: 'merge',
      });
      expect(finalizers[extension('patch-merge-key')]).toBeUndefined();
    });

    it.each([
      'api.core.v1.LocalObjectReference',
      'api.core.v1.ObjectReference',
      'api.core.v1.NodeSelector',
      'api.core.v1.SecretKeySelector',
      'apimachinery.pkg.apis.meta.v1.LabelSelector',
      'apimachinery.pkg.apis.meta.v1.OwnerReference',
    ])('says that %s has its owners as a whole', (path) => {
      expect(definition(path)[extension('map-type')]).toBe('atomic');
    });

    it.each([
      ['api.core.v1.SeccompProfile', 'type', { localhostProfile: 'LocalhostProfile' }],
      ['api.flowcontrol.v1beta2.LimitResponse', 'type', { queuing: 'Queuing' }],
      ['api.flowcontrol.v1beta1.PriorityLevelConfigurationSpec', 'type', { limited: 'Limited' }],
      [
        'api.flowcontrol.v1beta2.Subject',
        'kind',
        { group: 'Group', serviceAccount: 'ServiceAccount', user: 'User' },
      ],
    ])('says that %s is a union', (path, discriminator, fields) => {
      expect(definition(path)[extension('unions')]).toEqual([
        { discriminator, 'fields-to-discriminateBy': fields },
      ]);
    });

    it('tells no defaults: clients would take them for values', () => {
      const found = JSON.stringify(v2.definitions).match(/"default":(?!\{)[^,}]*/g);
      expect(found).toBeNull();
    });

    it('writes scalars with their formats', () => {
      const spec = definition('api.core.v1.PodSpec').properties;
      expect(spec.priority).toMatchObject({ type: 'integer', format: 'int32' });
      expect(spec.activeDeadlineSeconds).toMatchObject({ type: 'integer', format: 'int64' });
      expect(spec.hostNetwork).toMatchObject({ type: 'boolean' });
      expect(definition('api.core.v1.Secret').properties.data.additionalProperties).toEqual({
        type: 'string',
        format: 'byte',
      });
      const time = definition('apimachinery.pkg.apis.meta.v1.Time');
      expect(time).toMatchObject({ type: 'string', format: 'date-time' });
      expect(definition('apimachinery.pkg.runtime.RawExtension').type).toBe('object');
      const schemas = 'apiextensions-apiserver.pkg.apis.apiextensions.v1';
      for (const name of ['JSON', 'JSONSchemaPropsOrArray', 'JSONSchemaPropsOrBool']) {
        expect(definition(`${schemas}.${name}`), name).toEqual({ description: expect.any(String) });
      }
      expect(definition(`${schemas}.JSONSchemaProps`).properties).toMatchObject({
        default: { $ref: `#/definitions/${domain}.${schemas}.JSON` },
        enum: { items: { $ref: `#/definitions/${domain}.${schemas}.JSON` } },
        additionalProperties: { $ref: `#/definitions/${domain}.${schemas}.JSONSchemaPropsOrBool` },
      });
      const port = definition('apimachinery.pkg.util.intstr.IntOrString');
      expect(port).toMatchObject({ type: 'string', format: 'int-or-string' });
    });

    it.each([
      ['post', '', ['dryRun', 'fieldManager', 'fieldValidation']],
      ['put', '/{name}', ['dryRun', 'fieldManager', 'fieldValidation']],
      ['patch', '/{name}', ['dryRun', 'fieldManager', 'fieldValidation', 'force']],
      ['delete', '/{name}', ['dryRun', 'gracePeriodSeconds', 'orphanDependents', 'propagationPolicy']],
    ])('lists the query parameters and the body of %s', (method, tail, names) => {
      const operation = v2.paths[`/api/v1/namespaces/{namespace}/pods${tail}`][method];
      const of = (place: string) => operation.parameters.filter((parameter: any) => parameter.in === place);
      expect(of('query').map((parameter: any) => parameter.name)).toEqual(names);
      expect(of('body')).toHaveLength(1);
    });

    it.each([
      ['/api/v1/namespaces/{namespace}/pods', 'get', 'listCoreV1NamespacedPod'],
      ['/api/v1/namespaces/{namespace}/pods', 'delete', 'deleteCoreV1CollectionNamespacedPod'],
      ['/api/v1/pods', 'get', 'listCoreV1PodForAllNamespaces'],
      ['/api/v1/namespaces/{namespace}/pods/{name}', 'get', 'readCoreV1NamespacedPod'],
      ['/api/v1/namespaces/{namespace}/pods/{name}/status', 'patch', 'patchCoreV1NamespacedPodStatus'],
      ['/api/v1/watch/pods', 'get', 'watchCoreV1PodListForAllNamespaces'],
      ['/api/v1/watch/namespaces/{namespace}/pods/{name}', 'get', 'watchCoreV1NamespacedPod'],
      ['/api/v1/nodes/{name}', 'put', 'replaceCoreV1Node'],
      [
        '/apis/apps/v1/namespaces/{namespace}/deployments/{name}/scale',
        'get',
        'readAppsV1NamespacedDeploymentScale',
      ],
      ['/apis/apps/v1/', 'get', 'getAppsV1APIResources'],
      ['/apis/apps/', 'get', 'getAppsAPIGroup'],
      ['/apis/', 'get', 'getAPIVersions'],
      ['/api/', 'get', 'getCoreAPIVersions'],
      ['/version/', 'get', 'getCodeVersion'],
      ['/.well-known/openid-configuration/', 'get', 'getServiceAccountIssuerOpenIDConfiguration'],
      ['/openid/v1/jwks/', 'get', 'getServiceAccountIssuerOpenIDKeyset'],
    ])('calls %s %s %s', (path, method, id) => {
      expect(v2.paths[path][method].operationId).toBe(id);
    });
  });

  describe(`${name}: v3`, () => {
    const v3 = Object.fromEntries(v3Names.map((key) => [key, read(documents.v3(key, 'json')!)]));

    it('has a document for every group-version, whose URL carries its hash', async () => {
      const expected = definitions.groupVersions.map(({ group, version }) =>
        group === '' ? `api/${version}` : `apis/${group}/${version}`,
      );
      expect(Object.keys(v3)).toEqual(
        expect.arrayContaining([...expected, 'api', 'apis', 'apis/apps', 'version']),
      );
      expect(Object.keys(v3)).toEqual(
        expect.arrayContaining(['.well-known/openid-configuration', 'openid/v1/jwks']),
      );
      const { serverRelativeURL } = read(await documents.v3Index()).paths['apis/apps/v1'];
      expect(serverRelativeURL).toBe(
        `/openapi/v3/apis/apps/v1?hash=${documents.v3('apis/apps/v1', 'json')!.hash}`,
      );
    });

    it('resolves every reference within each document', () => {
      for (const [key, document] of Object.entries(v3)) {
        const targets = references(document).map((reference) =>
          reference.replace('#/components/schemas/', ''),
        );
        const { schemas = {}, securitySchemes } = document.components;
        const missing = targets.filter((target) => !(target in schemas));
        expect(missing, key).toEqual([]);
        expect(Object.keys(securitySchemes)).toEqual(['BearerToken']);
        // Version 3 has the schemes alone: which operation needs one is not said.
        expect(document).not.toHaveProperty('security');
        expect(schemas === document.components.schemas, key).toBe(
          !key.startsWith('.') && !key.endsWith('jwks'),
        );
      }
    });

    it('has together the operations that v2 has', () => {
      const ids = (document: any) => operationsOf(document).map(({ operationId }) => operationId);
      expect(Object.values(v3).flatMap(ids).sort()).toEqual(ids(v2).sort());
    });

    it('lets nothing stand beside a reference, tells choices and defaults', () => {
      const { schemas } = v3['api/v1'].components;
      const of = (path: string) => schemas[`${domain}.${path}`];
      const { spec } = of('api.core.v1.Pod').properties;
      expect(spec.allOf).toEqual([{ $ref: `#/components/schemas/${domain}.api.core.v1.PodSpec` }]);
      expect(spec.description).not.toBe('');
      expect(of('apimachinery.pkg.api.resource.Quantity').oneOf).toEqual([
        { type: 'string' },
        { type: 'number' },
      ]);
      expect(of('api.core.v1.ContainerPort').properties).toMatchObject({
        protocol: { default: 'TCP' },
        containerPort: { default: 0 },
      });
      expect(of('api.core.v1.ContainerPort').properties.hostPort.default).toBeUndefined();
      expect(spec.default).toEqual({});
      expect(of('api.core.v1.ConfigMap').properties.data.additionalProperties).toEqual({
        type: 'string',
        default: '',
      });
      expect(of('api.core.v1.PodSpec').properties.containers.items).toEqual({
        allOf: [{ $ref: `#/components/schemas/${domain}.api.core.v1.Container` }],
        default: {},
      });
    });

    it('says which types a patch may have, and that it takes fieldValidation', () => {
      const { patch } = v3['apis/apps/v1'].paths['/apis/apps/v1/namespaces/{namespace}/deployments/{name}'];
      expect(Object.keys(patch.requestBody.content)).toContain('application/apply-patch+yaml');
      expect(patch.parameters.map((parameter: any) => parameter.name)).toContain('fieldValidation');
    });
  });
}

describe('what changes', () => {
  it('follows the verbs that the routes have', async () => {
    const { documents } = fixture('orch', { ...everything, verbsOf: () => ['get', 'list'] });
    const { paths } = read(await documents.v2('json'));
    expect(Object.keys(paths['/api/v1/namespaces/{namespace}/pods/{name}'])).toEqual(['get', 'parameters']);
    expect(paths['/api/v1/watch/pods']).toBeUndefined();
  });

  it('documents connections with the query that they take', async () => {
    const given = fixture('orch');
    const core = given.surface.groupVersion('', 'v1')!;
    const pods = core.resources.get('pods')!;
    const connected = { ...pods, definition: { ...pods.definition, subresources: ['exec'] } };
    const surface = new ApiSurface([{ ...core, resources: new Map([['pods', connected]]) }]);
    const { post } = read(await fixture('orch', everything, surface).documents.v2('json')).paths[
      '/api/v1/namespaces/{namespace}/pods/{name}/exec'
    ];
    expect(post.operationId).toBe('connectCoreV1PostNamespacedPodExec');
    expect(post['x-orch-action']).toBe('connect');
    expect(post.parameters.map((parameter: any) => parameter.name)).toContain('command');
  });

  it('documents all methods that a proxy passes on', async () => {
    const given = fixture('orch');
    const core = given.surface.groupVersion('', 'v1')!;
    const pods = core.resources.get('pods')!;
    const connected = { ...pods, definition: { ...pods.definition, subresources: ['proxy'] } };
    const surface = new ApiSurface([{ ...core, resources: new Map([['pods', connected]]) }]);
    const { documents } = fixture('orch', everything, surface);
    const { paths } = read(await documents.v2('json'));
    const below = paths['/api/v1/namespaces/{namespace}/pods/{name}/proxy/{path}'];
    const methods = ['delete', 'get', 'head', 'options', 'patch', 'post', 'put'];
    expect(Object.keys(below).sort()).toEqual([...methods, 'parameters'].sort());
    expect(below.head.operationId).toBe('connectCoreV1HeadNamespacedPodProxyWithPath');
  });

  it('keeps the documents of group-versions that stay, and drops those that go', async () => {
    const { documents, surface } = fixture('orch');
    const before = (await documents.v2('json')).hash;
    const core = documents.v3('api/v1', 'json');
    const custom = customGroupVersion({ group: 'g.example', kind: 'Tab', plural: 'tabs' });
    surface.change(() => [custom]);
    expect(documents.v3('api/v1', 'json')).toBe(core);
    const own = documents.v3('apis/g.example/v1', 'json');
    expect(own).toBeDefined();
    expect(await v3Keys(documents)).not.toContain('apis/g.example');
    expect((await documents.v2('json')).hash).not.toBe(before);
    const other = customGroupVersion({ group: 'other.example', kind: 'Other', plural: 'others' });
    surface.change(() => [custom, other]);
    expect(documents.v3('apis/g.example/v1', 'json')).toBe(own);
    surface.change(() => []);
    expect(documents.v3('apis/g.example/v1', 'json')).toBeUndefined();
    expect((await documents.v2('json')).hash).toBe(before);
  });
});
