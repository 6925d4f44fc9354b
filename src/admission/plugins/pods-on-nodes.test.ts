import { describe, expect, it } from 'vitest';
import { MemoryObjects } from '../../../test/support/unit/memory-objects.ts';
import { FeatureGates } from '../../api/gates/feature-gates.ts';
import { dialects } from '../../api/meta/dialect.ts';
import type { PluginDependencies, PluginDescriptor } from '../descriptor.ts';
import type { AdmissionAttributes } from '../plugin.ts';
import { nodeDeclaredFeatureValidator } from './node-declared-feature-validator.ts';
import { podResizeValidator } from './pod-resize-validator.ts';
import { podTopologyLabels } from './pod-topology-labels.ts';

const dialect = dialects.find(({ name }) => name === 'kubernetes')!;

async function pluginOf(descriptor: PluginDescriptor, release: string, node: object, ...gates: string[]) {
  const objects = new MemoryObjects();
  objects.lister({ resource: 'nodes' }).put({ metadata: { name: 'n' }, ...node });
  const dependencies = { objects, dialect, gates: new FeatureGates(release, gates) };
  return descriptor.create(dependencies as unknown as PluginDependencies);
}

const target = (subresource: string, operation: string) =>
  ({ group: '', resource: 'pods', subresource, operation, name: 'p', namespace: 'a' }) as const;

describe('the labels of a node are copied', () => {
  const labels = { 'topology.kubernetes.io/zone': 'z', 'topology.kubernetes.io/region': 'r', other: 'x' };
  const node = { metadata: { name: 'n', labels } };
  const own = { 'topology.kubernetes.io/zone': 'old', app: 'a' };
  const copied = { ...own, 'topology.kubernetes.io/zone': 'z', 'topology.kubernetes.io/region': 'r' };
  it.each([
    ['of a pod on it', '', { spec: { nodeName: 'n' } }, copied],
    ['of a pod on another', '', { spec: { nodeName: 'm' } }, own],
    ['of a pod on none', '', { spec: {} }, own],
    ['of a binding to it', 'binding', { target: { kind: 'Node', name: 'n' } }, copied],
    ['of a binding to something else', 'binding', { target: { kind: 'Minion', name: 'n' } }, own],
  ])('%s', async (_, subresource, given, expected) => {
    const plugin = await pluginOf(podTopologyLabels, '1.36', node);
    const object = { metadata: { name: 'p', labels: own }, ...given };
    await plugin.admit!(
      { ...target(subresource, 'CREATE'), object } as unknown as AdmissionAttributes,
      undefined as never,
    );
    expect(object.metadata.labels).toEqual(expected);
  });

  it.each([
    ['1.33', false],
    ['1.35', true],
  ])('in %s by default: %s', async (release, isOn) => {
    const plugin = await pluginOf(podTopologyLabels, release, node);
    expect(plugin.handles(target('', 'CREATE') as never)).toBe(isOn);
    expect(plugin.handles(target('resize', 'UPDATE') as never)).toBe(false);
  });
});

const podOf = (spec: object) => ({ metadata: { name: 'p' }, spec: { nodeName: 'n', ...spec } });
const init = (cpu: string, more: object = {}) => ({
  initContainers: [{ name: 'i', resources: { requests: { cpu } }, ...more }],
});

/** The refusal of a resize, if there is one. */
async function refusalOf(descriptor: PluginDescriptor, node: object, old: object, spec: object) {
  const plugin = await pluginOf(descriptor, '1.36', node);
  const change = { object: podOf(spec), old: podOf(old) };
  const attributes = { ...target('resize', 'UPDATE'), ...change } as unknown as AdmissionAttributes;
  return Promise.resolve(plugin.validate!(attributes)).then(
    () => undefined,
    (error: Error & { details?: { causes?: { reason?: string }[] } }) => error,
  );
}

const text = (why: string) => `pods "p" is forbidden: ${why}`;

describe('a change of a pod needs what its node declares', () => {
  const needs = (names: string) =>
    text(`pod update requires features ${names} which are not available on node "n"`);
  const ofInit = 'InPlacePodVerticalScalingInitContainers';
  const ofPod = 'InPlacePodLevelResourcesVerticalScaling';
  it.each<[string, object, object, string[], string | undefined]>([
    ['an init container', init('1'), init('2'), [], needs(ofInit)],
    ['an init container, declared', init('1'), init('2'), [ofInit], undefined],
    [
      'a sidecar',
      init('1', { restartPolicy: 'Always' }),
      init('2', { restartPolicy: 'Always' }),
      [],
      undefined,
    ],
    ['the pod', {}, { resources: { requests: { cpu: '1' } } }, [], needs(ofPod)],
    ['nothing', init('1'), init('1'), [], undefined],
  ])('%s', async (_, old, spec, declaredFeatures, expected) => {
    const node = { status: { declaredFeatures } };
    expect((await refusalOf(nodeDeclaredFeatureValidator, node, old, spec))?.message).toBe(expected);
  });

  it('and a node', async () => {
    const missing = { nodeName: 'm', ...init('2') };
    const error = await refusalOf(nodeDeclaredFeatureValidator, {}, init('1'), missing);
    expect(error?.message).toBe(text('node "m" not found'));
  });
});

describe('a resize needs a node', () => {
  const run = (cpu: string) => ({
    containers: [{ name: 'a', resources: { requests: { cpu, memory: '1Gi' } } }],
  });
  const windows = { status: { nodeInfo: { operatingSystem: 'windows' } } };
  it.each([
    [
      'of Linux',
      windows,
      'UnsupportedPlatform',
      'pod resize is only supported on linux nodes, node "n" is "windows"',
    ],
    [
      'with room',
      { status: { allocatable: { cpu: '1500m', memory: '1Mi' } } },
      'NodeCapacity',
      "node didn't have enough allocatable resources: cpu, requested: 2000, allocatable: 1500; memory, requested: 1073741824, allocatable: 1048576",
    ],
  ])('%s', async (_, node, reason, why) => {
    const error = await refusalOf(podResizeValidator, node, run('1'), run('2'));
    expect(error?.message).toBe(text(why));
    expect(error?.details?.causes?.map((cause) => cause.reason)).toEqual([reason]);
  });

  it('that has all of it', async () => {
    const node = { status: { allocatable: { cpu: '2', memory: '1Gi' } } };
    expect(await refusalOf(podResizeValidator, node, run('1'), run('2'))).toBe(undefined);
  });
});
