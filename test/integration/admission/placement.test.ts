import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  container,
  done,
  type Expected,
  expectAnswer,
  podWith,
  type Sentence,
  serverWith,
  startFault,
} from '../../support/admission.ts';
import type { TestServer } from '../../support/server.ts';

let server: TestServer;
const base = '/api/v1/namespaces';
const create =
  (namespace: string, name: string, spec: object = {}) =>
  () =>
    server.client.post(`${base}/${namespace}/pods`, podWith(name, spec));
const namespace = (name: string, annotations: object = {}) =>
  done(server.client.post(base, { metadata: { name, annotations } }));

describe('PodNodeSelector', () => {
  const annotated = (text: string) => ({ 'scheduler.alpha.kubernetes.io/node-selector': text });
  beforeAll(async () => {
    server = await serverWith({
      on: ['PodNodeSelector'],
      configuration: {
        PodNodeSelector: {
          podNodeSelectorPluginConfig: {
            clusterDefaultNodeSelector: 'region=west',
            bounded: 'env=test, disk=fast',
          },
        },
      },
    });
    await namespace('plain');
    await namespace('annotated', annotated('env=test,infra=fedora'));
    await namespace('none', annotated(''));
    await namespace('bounded', annotated('env=test'));
    await namespace('odd', annotated('a=b=c'));
  });
  afterAll(() => server?.remove());
  const selector = (nodeSelector: object | undefined): Expected => ({
    status: 201,
    exactly: { 'spec.nodeSelector': nodeSelector },
  });
  const rows: Sentence[] = [
    ['pods run where the cluster says by default', create('plain', 'a'), selector({ region: 'west' })],
    [
      'what they say themselves is added',
      create('plain', 'b', { nodeSelector: { disk: 'fast' } }),
      selector({ region: 'west', disk: 'fast' }),
    ],
    ['unless the namespace says it', create('annotated', 'a'), selector({ env: 'test', infra: 'fedora' })],
    ['which may be nothing', create('none', 'a'), selector(undefined)],
    [
      'a pod does not contradict its namespace',
      create('annotated', 'p', { nodeSelector: { env: 'production' } }),
      {
        status: 403,
        message:
          'pods "p" is forbidden: pod node label selector conflicts with its namespace node label selector',
      },
    ],
    [
      'some labels can be allowed in a namespace',
      create('bounded', 'a', { nodeSelector: { disk: 'fast' } }),
      selector({ env: 'test', disk: 'fast' }),
    ],
    [
      'others are not then',
      create('bounded', 'p', { nodeSelector: { zone: 'a' } }),
      {
        status: 403,
        message:
          'pods "p" is forbidden: pod node label selector labels conflict with its namespace whitelist',
      },
    ],
    [
      'nor with another value',
      create('bounded', 'p', { nodeSelector: { disk: 'slow' } }),
      {
        status: 403,
        message:
          'pods "p" is forbidden: pod node label selector labels conflict with its namespace whitelist',
      },
    ],
    [
      'an annotation that is no selector is a fault of the server',
      create('odd', 'p'),
      { status: 500, message: 'invalid selector: [a b c]' },
    ],
  ];
  it.each(rows)('%s', async (_, act, expected) => expectAnswer(await act(), expected));

  it.each([
    ['a selector that is none', { podNodeSelectorPluginConfig: { a: 'b' } }, 'invalid selector: [b]'],
    ['a field that nobody knows', { nodeSelectors: {} }, 'unknown field "nodeSelectors"'],
  ])('does not start with %s', async (_, value, text) => {
    const configuration = { PodNodeSelector: value };
    const fault = await startFault({ on: ['PodNodeSelector'], configuration });
    expect(fault.replaceAll('\\"', '"')).toContain(
      `couldn't init admission plugin "PodNodeSelector": ${text}`,
    );
  });
});

describe('PodTolerationRestriction', () => {
  const domain = 'scheduler.alpha.kubernetes.io';
  const toleration = (key: string, more: object = {}) => ({
    key,
    operator: 'Exists',
    effect: 'NoSchedule',
    ...more,
  });
  const pressure = toleration('node.kubernetes.io/memory-pressure');
  const annotations = (defaults: object[] | '', whitelist?: object[]) => ({
    [`${domain}/defaultTolerations`]: defaults === '' ? '' : JSON.stringify(defaults),
    ...(whitelist && { [`${domain}/tolerationsWhitelist`]: JSON.stringify(whitelist) }),
  });
  beforeAll(async () => {
    server = await serverWith({
      on: ['PodTolerationRestriction'],
      off: ['DefaultTolerationSeconds'],
      configuration: {
        PodTolerationRestriction: {
          apiVersion: 'podtolerationrestriction.admission.k8s.io/v1alpha1',
          kind: 'Configuration',
          default: [toleration('cluster')],
          whitelist: [
            toleration('cluster'),
            toleration('team'),
            pressure,
            { key: 'slow', operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 60 },
          ],
        },
      },
    });
    await namespace('plain');
    await namespace('own', annotations([toleration('team')]));
    await namespace('empty', annotations(''));
    await namespace('free', annotations('', []));
    await namespace('bounded', annotations([toleration('team')], [toleration('team')]));
    await namespace('odd', { [`${domain}/defaultTolerations`]: '{' });
    await done(create('bounded', 'own')());
  });
  afterAll(() => server?.remove());
  const shows = (...tolerations: object[]): Expected => ({
    status: 201,
    exactly: { 'spec.tolerations': tolerations.length === 0 ? undefined : tolerations },
  });
  const conflict = (scope: string): Expected => ({
    status: 500,
    message: `pod tolerations (possibly merged with namespace default tolerations) conflict with its ${scope} whitelist`,
  });
  const asking = { containers: [container('c', { resources: { requests: { memory: '1Mi' } } })] };
  const rows: Sentence[] = [
    ['pods tolerate what the cluster says by default', create('plain', 'a'), shows(toleration('cluster'))],
    [
      'what they say themselves comes first',
      create('plain', 'b', { tolerations: [toleration('team')] }),
      shows(toleration('team'), toleration('cluster')),
    ],
    [
      'a narrower one gives way to a wider one',
      create('plain', 'c', { tolerations: [toleration('cluster', { operator: 'Equal', value: 'v' })] }),
      shows(toleration('cluster')),
    ],
    [
      'a pod that asks for resources stays when memory is short',
      create('plain', 'd', asking),
      shows(toleration('cluster'), pressure),
    ],
    ['a namespace says something else', create('own', 'a'), shows(toleration('team'))],
    ['or nothing', create('empty', 'a'), shows()],
    [
      'what is not allowed is refused',
      create('plain', 'p', { tolerations: [toleration('other')] }),
      conflict('cluster'),
    ],
    [
      'tolerating for longer is not what is allowed',
      create('plain', 'p', {
        tolerations: [{ key: 'slow', operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 61 }],
      }),
      conflict('cluster'),
    ],
    [
      'for less long it is',
      create('plain', 'e', {
        tolerations: [{ key: 'slow', operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 59 }],
      }),
      { status: 201 },
    ],
    [
      'everything is more than any of them',
      create('plain', 'p', { tolerations: [{ operator: 'Exists' }] }),
      conflict('cluster'),
    ],
    [
      'a namespace allows other ones',
      create('bounded', 'p', { tolerations: [toleration('cluster')] }),
      conflict('namespace'),
    ],
    ['or all', create('free', 'a', { tolerations: [toleration('other')] }), shows(toleration('other'))],
    [
      'an update is held to it as well',
      async () => {
        const { body } = await server.client.get(`${base}/bounded/pods/own`);
        const tolerations = [...(body.spec?.tolerations ?? []), toleration('other')];
        return server.client.put(`${base}/bounded/pods/own`, {
          ...body,
          spec: { ...body.spec, tolerations },
        });
      },
      conflict('namespace'),
    ],
    [
      'an annotation that nobody can read is a fault of the server',
      create('odd', 'p'),
      { status: 500, message: /JSON/ },
    ],
  ];
  it.each(rows)('%s', async (_, act, expected) => expectAnswer(await act(), expected));
});
