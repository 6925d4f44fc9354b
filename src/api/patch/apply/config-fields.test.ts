import { describe, expect, it } from 'vitest';
import { allFields, schemaOf } from '../../../../test/support/unit/apply-fields.ts';
import { ConfigError, configFields } from './config-fields.ts';
import { pathTexts } from './path-text.ts';
import { TypedSchemas } from './typed-schema.ts';

const fieldsOf = (kind: string, config: object) =>
  pathTexts(configFields(config as any, schemaOf(kind), new TypedSchemas(), allFields));

const texts = (count: number): string[] => Array.from({ length: count }, (_, at) => `e.example/f${at}`);

it('a configuration of more fields than one manager can own is too large', () => {
  const config = (count: number) => ({ metadata: { finalizers: texts(count) } });
  expect(fieldsOf('ConfigMap', config(65_500))).toHaveLength(65_500);
  expect(() => fieldsOf('ConfigMap', config(65_536))).toThrow(
    'Request entity too large: limit is 65536 fields and items of an applied configuration',
  );
});

describe('a configuration owns', () => {
  it.each<[string, string, object, string[]]>([
    [
      'leaves of structs only',
      'Deployment',
      { spec: { replicas: 1, strategy: { type: 'Recreate' } } },
      ['.spec.replicas', '.spec.strategy.type'],
    ],
    ['null', 'Deployment', { spec: { replicas: null } }, ['.spec.replicas']],
    ['keys of maps, not the map', 'ConfigMap', { data: { a: '1' } }, ['.data.a']],
    [
      'empty structs',
      'Pod',
      { spec: { volumes: [{ name: 'v', emptyDir: {} }] } },
      ['.spec.volumes[name="v"]', '.spec.volumes[name="v"].emptyDir', '.spec.volumes[name="v"].name'],
    ],
    ['empty maps', 'ConfigMap', { data: {}, metadata: { labels: {} } }, ['.data', '.metadata.labels']],
    ['nothing of an empty list that merges', 'ConfigMap', { metadata: { finalizers: [] } }, []],
    [
      'an item that is one as one',
      'ServiceAccount',
      { secrets: [{ name: 'a', namespace: 'b' }] },
      ['.secrets[name="a"]'],
    ],
    [
      'an item with null for a key',
      'Service',
      { spec: { ports: [{ port: 80 }, { port: 80, protocol: null }] } },
      [
        '.spec.ports[port=80,protocol="TCP"]',
        '.spec.ports[port=80,protocol=null]',
        '.spec.ports[port=80,protocol="TCP"].port',
        '.spec.ports[port=80,protocol=null].port',
        '.spec.ports[port=80,protocol=null].protocol',
      ],
    ],
    [
      'selectors as one',
      'Deployment',
      { spec: { selector: { matchLabels: { a: 'b' } } } },
      ['.spec.selector'],
    ],
    [
      'nothing that is never tracked',
      'Pod',
      { kind: 'Pod', apiVersion: 'v1', metadata: { name: 'a', namespace: 'b', uid: 'c' } },
      [],
    ],
  ])('%s', (_case, kind, config, paths) => {
    expect(fieldsOf(kind, config)).toEqual(paths);
  });
});

describe('a configuration with a problem', () => {
  const port = (...ports: unknown[]) => ({ spec: { containers: [{ name: 'a', ports }] } });
  it.each<[string, object, string]>([
    ['Pod', { spec: { x: 1 } }, '.spec.x: field not declared in schema'],
    [
      'Pod',
      port({ hostPort: 1 }),
      '.spec.containers[name="a"].ports: element 0: associative list with keys has an element that omits key field "containerPort" (and doesn\'t have default value)',
    ],
    [
      'Pod',
      port({ containerPort: 1 }, { containerPort: 1, protocol: 'TCP' }),
      '.spec.containers[name="a"].ports: duplicate entries for key [containerPort=1,protocol="TCP"]',
    ],
    [
      'Pod',
      port(null),
      '.spec.containers[name="a"].ports: element 0: associative list with keys may not have a null element',
    ],
    [
      'Pod',
      port({ containerPort: 1 }, 'x', null),
      '.spec.containers[name="a"].ports: element 1: associative list with keys may not have non-map elements',
    ],
    [
      'Deployment',
      { spec: { replicas: 'x' } },
      '.spec.replicas: expected numeric (int or float), got string',
    ],
    [
      'ConfigMap',
      { metadata: { finalizers: [null] } },
      ".metadata.finalizers: element 0: associative list without keys has an element that's an explicit null",
    ],
    ['Deployment', { spec: [] }, '.spec: expected map, got &{[]}'],
    ['Deployment', { spec: { paused: 'x' } }, '.spec.paused: expected boolean, got &{x}'],
    ['ConfigMap', { data: 'x' }, '.data: expected map, got &{x}'],
    [
      'ConfigMap',
      { data: { a: {} }, metadata: { finalizers: ['a', 'a'] } },
      'errors:\n  .data.a: expected string, got &value.valueUnstructured{Value:map[]}\n  .metadata.finalizers: duplicate entries for key [="a"]',
    ],
    [
      'Pod',
      {
        spec: {
          containers: [
            { name: 'a', x: 1, ports: [{ containerPort: 1 }, { containerPort: 1, y: 1 }] },
            { name: 'a', z: 1 },
            { name: 'b', ports: [{ containerPort: 2 }, { containerPort: 2 }] },
          ],
        },
      },
      [
        'errors:',
        '.spec.containers[name="a"].x: field not declared in schema',
        '.spec.containers[name="a"].ports: duplicate entries for key [containerPort=1,protocol="TCP"]',
        '.spec.containers[name="a"].ports[containerPort=1,protocol="TCP"].y: field not declared in schema',
        '.spec.containers: duplicate entries for key [name="a"]',
        '.spec.containers[name="a"].z: field not declared in schema',
        '.spec.containers[name="b"].ports: duplicate entries for key [containerPort=2,protocol="TCP"]',
      ].join('\n  '),
    ],
  ])('of a %s: %j', (kind, config, message) => {
    expect(() => fieldsOf(kind, config)).toThrow(new ConfigError([message]));
  });
});

describe('a field that is not declared is an error below what is owned as a whole', () => {
  const template = (spec: object) => ({ spec: { template: { spec } } });
  const selector = { matchExpressions: [{ key: 'a', operator: 'Exists', vals: [] }] };
  it.each<[string, object, string]>([
    [
      'NetworkPolicy',
      { spec: { ingress: [{ form: [] }] } },
      '.spec.ingress[0].form: field not declared in schema',
    ],
    [
      'NetworkPolicy',
      { spec: { egress: [{}, { to: [{}, { podSelector: { matchLabel: {} } }] }] } },
      '.spec.egress[1].to[1].podSelector.matchLabel: field not declared in schema',
    ],
    [
      'NetworkPolicy',
      { spec: { podSelector: { matchlabels: {} } } },
      '.spec.podSelector.matchlabels: field not declared in schema',
    ],
    [
      'Ingress',
      { spec: { rules: [{ http: { paths: [{ path: '/', backend: { serviceName: 'a' } }] } }] } },
      '.spec.rules[0].http.paths[0].backend.serviceName: field not declared in schema',
    ],
    ['Role', { rules: [{ verb: [] }] }, '.rules[0].verb: field not declared in schema'],
    ['RoleBinding', { subjects: [{ nme: 'a' }] }, '.subjects[0].nme: field not declared in schema'],
    ['RoleBinding', { roleRef: { nme: 'a' } }, '.roleRef.nme: field not declared in schema'],
    [
      'Deployment',
      { spec: { selector } },
      '.spec.selector.matchExpressions[0].vals: field not declared in schema',
    ],
    [
      'Deployment',
      template({ tolerations: [{ key: 'a', efect: 'NoSchedule' }] }),
      '.spec.template.spec.tolerations[0].efect: field not declared in schema',
    ],
    [
      'Deployment',
      template({ containers: [{ name: 'a', envFrom: [{ configmapRef: {} }] }] }),
      '.spec.template.spec.containers[name="a"].envFrom[0].configmapRef: field not declared in schema',
    ],
    [
      'Deployment',
      template({ volumes: [{ name: 'v', projected: { sources: [{ secrets: {} }] } }] }),
      '.spec.template.spec.volumes[name="v"].projected.sources[0].secrets: field not declared in schema',
    ],
    [
      'StatefulSet',
      { spec: { volumeClaimTemplates: [{ spec: { accessmodes: [] } }] } },
      '.spec.volumeClaimTemplates[0].spec.accessmodes: field not declared in schema',
    ],
    [
      'StatefulSet',
      { spec: { volumeClaimTemplates: [{ status: { conditions: [{ type: 'A' }, { type: 'A' }] } }] } },
      '.spec.volumeClaimTemplates[0].status.conditions: duplicate entries for key [type="A"]',
    ],
    [
      'ServiceAccount',
      { secrets: [{ name: 'a', key: 'b' }] },
      '.secrets[name="a"].key: field not declared in schema',
    ],
    [
      'CustomResourceDefinition',
      { spec: { versions: [{ schema: { openAPIV3Schema: { properties: { a: { typ: 'string' } } } } }] } },
      '.spec.versions[0].schema.openAPIV3Schema.properties.a.typ: field not declared in schema',
    ],
    [
      'Pod',
      { spec: { containers: [{ name: 'a', args: [1] }] } },
      '.spec.containers[name="a"].args[0]: expected string, got &value.valueUnstructured{Value:1}',
    ],
  ])('of a %s: %j', (kind, config, message) => {
    expect(() => fieldsOf(kind, config)).toThrow(new ConfigError([message]));
  });

  it.each<[string, object, string]>([
    [
      'StatefulSet',
      { spec: { volumeClaimTemplates: [{ kind: 'PersistentVolumeClaim', apiVersion: 'v1', spec: null }] } },
      '.spec.volumeClaimTemplates',
    ],
    ['NetworkPolicy', { spec: { ingress: [null, { from: null, ports: [{ port: 1 }] }] } }, '.spec.ingress'],
    ['ControllerRevision', { data: { any: [{ thing: 1 }] } }, '.data'],
  ])('and none is what a %s may have: %j', (kind, config, path) => {
    expect(fieldsOf(kind, config)).toEqual([path]);
  });
});
