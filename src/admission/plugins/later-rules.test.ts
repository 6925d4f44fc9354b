import { describe, expect, it, onTestFinished } from 'vitest';
import { MemoryObjects } from '../../../test/support/unit/memory-objects.ts';
import { FeatureGates } from '../../api/gates/feature-gates.ts';
import { markSentEmpty } from '../../api/json/sent-empty.ts';
import { dialects } from '../../api/meta/dialect.ts';
import type { PluginDependencies, PluginDescriptor } from '../descriptor.ts';
import type { AdmissionAttributes } from '../plugin.ts';
import { alwaysPullImages } from './always-pull-images.ts';
import { defaultIngressClass, defaultStorageClass } from './default-class.ts';
import { runtimeClass } from './runtime-class.ts';

/** Rules of plugins that only some releases have. */

const dialect = dialects.find(({ name }) => name === 'kubernetes')!;

interface Given {
  release: string;
  object: object;
  target?: object;
  /** Objects that are there, by resource. */
  present?: Record<string, object[]>;
}

/** The message of the refusal; undefined when the plugin lets the object pass. */
async function refusalBy(descriptor: PluginDescriptor, { release, object, target, present = {} }: Given) {
  const objects = new MemoryObjects();
  for (const [resource, all] of Object.entries(present))
    for (const each of all) objects.lister({ resource }).put(each);
  const resources = new DisposableStack();
  onTestFinished(() => resources.dispose());
  const gates = new FeatureGates(release);
  const dependencies = { objects, dialect, gates, resources } as unknown as PluginDependencies;
  const plugin = await descriptor.create(dependencies);
  const place = {
    group: '',
    resource: 'pods',
    subresource: '',
    operation: 'CREATE',
    name: 'o',
    namespace: 'a',
  };
  const attributes = { ...place, ...target, object, warn: () => {} } as unknown as AdmissionAttributes;
  if (!plugin.handles(attributes)) return 'not handled';
  try {
    await plugin.admit?.(attributes, undefined as never);
    await plugin.validate?.(attributes);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

const podOf = (spec: object, metadata: object = {}) => ({
  metadata: { name: 'o', namespace: 'a', ...metadata },
  spec: { containers: [], ...spec },
});

describe('of several default classes the newest is taken', () => {
  const classOf = (domain: string) => (name: string, year: number) => ({
    metadata: {
      name,
      creationTimestamp: `${year}-01-01T00:00:00Z`,
      annotations: { [`${domain}.kubernetes.io/is-default-class`]: 'true' },
    },
  });
  const three = (domain: string) =>
    [classOf(domain)('old', 2020), classOf(domain)('b', 2021), classOf(domain)('a', 2021)] as object[];
  const ingresses = {
    descriptor: defaultIngressClass,
    target: { group: 'networking.k8s.io', resource: 'ingresses' },
    present: { ingressclasses: three('ingressclass') },
    field: 'ingressClassName',
  };
  const claims = {
    descriptor: defaultStorageClass,
    target: { group: '', resource: 'persistentvolumeclaims' },
    present: { storageclasses: three('storageclass') },
    field: 'storageClassName',
  };
  it.each([
    ['1.24', ingresses, '3 default IngressClasses were found, only 1 allowed', undefined],
    ['1.25', ingresses, undefined, 'a'],
    ['1.25', claims, '3 default StorageClasses were found', undefined],
    ['1.26', claims, undefined, 'a'],
  ])('%s: %o', async (release, { descriptor, field, ...given }, problem, chosen) => {
    const object = { metadata: { name: 'o' }, spec: {} as Record<string, string> };
    const refusal = await refusalBy(descriptor, { release, object, ...given });
    if (problem === undefined) expect(refusal).toBe(undefined);
    else expect(refusal).toContain(problem);
    expect(object.spec[field]).toBe(chosen);
  });
});

it.each([
  ['1.30', 'IfNotPresent'],
  ['1.31', 'Always'],
])('%s: images of volumes are pulled %s', async (release, expected) => {
  const object = podOf({ volumes: [{ name: 'v', image: { reference: 'r', pullPolicy: 'IfNotPresent' } }] });
  expect(await refusalBy(alwaysPullImages, { release, object })).toBe(undefined);
  expect(object).toMatchObject({ spec: { volumes: [{ image: { pullPolicy: expected } }] } });
});

describe('an overhead that was sent empty', () => {
  const runtimeclasses = [{ metadata: { name: 'heavy' }, overhead: { podFixed: { cpu: '1' } } }];
  it.each<[string, object, string | undefined]>([
    ['1.36', {}, 'Pod Overhead set without corresponding RuntimeClass defined Overhead'],
    ['1.30', { runtimeClassName: 'heavy' }, "Pod's Overhead doesn't match RuntimeClass's defined Overhead"],
    ['1.31', { runtimeClassName: 'heavy' }, undefined],
  ])('%s: %j', async (release, spec, problem) => {
    const object = podOf(spec);
    markSentEmpty({}, object.spec, ['overhead']);
    const refusal = await refusalBy(runtimeClass, { release, object, present: { runtimeclasses } });
    if (problem === undefined) expect(refusal).toBe(undefined);
    else expect(refusal).toContain(problem);
  });
});
