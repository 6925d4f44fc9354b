import { describe, expect, it } from 'vitest';
import { MemoryObjects } from '../../../test/support/unit/memory-objects.ts';
import { FeatureGates } from '../../api/gates/feature-gates.ts';
import { dialects } from '../../api/meta/dialect.ts';
import type { PluginDependencies, PluginDescriptor } from '../descriptor.ts';
import type { AdmissionAttributes, Operation } from '../plugin.ts';
import { jobValidation } from './job-validation.ts';
import { podGroupWorkloadExists } from './pod-group-workload-exists.ts';

const dialect = dialects.find(({ name }) => name === 'kubernetes')!;
const on = ['GenericWorkload=true'];

const pluginOf = (descriptor: PluginDescriptor, objects: MemoryObjects, release: string, gates: string[]) =>
  descriptor.create({
    objects,
    dialect,
    gates: new FeatureGates(release, gates),
  } as unknown as PluginDependencies);

const targetOf = (group: string, resource: string, operation: Operation) =>
  ({ group, resource, subresource: '', operation, name: 'x', namespace: 'a' }) as const;

/** The text of the refusal of a request, if there is one. */
async function refusalOf(
  descriptor: PluginDescriptor,
  objects: MemoryObjects,
  attributes: object,
): Promise<string | undefined> {
  const plugin = await pluginOf(descriptor, objects, '1.36', on);
  return Promise.resolve(plugin.validate!(attributes as AdmissionAttributes)).then(
    () => undefined,
    ({ message }: Error) => message,
  );
}

describe('a group of pods names a template of a Workload that is there', () => {
  const workload = (metadata: object = {}) => ({
    metadata: { name: 'w', namespace: 'a', ...metadata },
    spec: { podGroupTemplates: [{ name: 't' }] },
  });
  const rejected = (why: string) => `podgroups.scheduling.k8s.io "x" is forbidden: PodGroup rejected: ${why}`;

  it.each<[string, object | undefined, object | null | undefined, string | undefined]>([
    ['no template', undefined, undefined, undefined],
    ['a reference to nothing', undefined, { workload: null }, undefined],
    ['a template that is there', workload(), undefined, undefined],
    ['no such Workload', undefined, { workloadName: 'w' }, rejected('Workload "w" not found')],
    [
      'a Workload that goes',
      workload({ deletionTimestamp: '2026-01-01T00:00:00Z' }),
      { workloadName: 'w' },
      rejected('Workload "w" is being deleted'),
    ],
    [
      'no such template',
      workload(),
      { workloadName: 'w', podGroupTemplateName: 'u' },
      rejected('PodGroupTemplate "u" not found in Workload "w"'),
    ],
    [
      'a Workload of another namespace',
      workload({ namespace: 'b' }),
      { workloadName: 'w' },
      rejected('Workload "w" not found'),
    ],
  ])('%s', async (_, stored, named, expected) => {
    const objects = new MemoryObjects();
    if (stored !== undefined) objects.lister({ resource: 'workloads' }).put(stored);
    const reference = named && { podGroupTemplateName: 't', ...named };
    const podGroupTemplateRef = reference && ('workload' in reference ? reference : { workload: reference });
    const object = { metadata: { name: 'x', namespace: 'a' }, spec: { podGroupTemplateRef } };
    const target = targetOf('scheduling.k8s.io', 'podgroups', 'CREATE');
    expect(await refusalOf(podGroupWorkloadExists, objects, { ...target, object })).toBe(expected);
  });

  it('a Workload that the cache does not show yet is there', async () => {
    const objects = new MemoryObjects();
    objects.lister({ resource: 'workloads' }).put(workload(), { behind: true });
    const podGroupTemplateRef = { workload: { workloadName: 'w', podGroupTemplateName: 't' } };
    const object = { metadata: { name: 'x', namespace: 'a' }, spec: { podGroupTemplateRef } };
    const target = targetOf('scheduling.k8s.io', 'podgroups', 'CREATE');
    expect(await refusalOf(podGroupWorkloadExists, objects, { ...target, object })).toBeUndefined();
  });
});

describe('the parallelism of a job stays where its group is scheduled at once', () => {
  const controller = (uid: string) => ({ ownerReferences: [{ uid, controller: true }] });
  const group = (policy: object, metadata: object = {}) => ({
    metadata: { name: 'g', namespace: 'a', ...metadata },
    spec: { schedulingPolicy: policy },
  });
  const gang = { gang: { minCount: 2 } };
  const job = (parallelism: number, podGroupName?: string) => ({
    metadata: { name: 'x', namespace: 'a', uid: 'u' },
    spec: {
      parallelism,
      template: { spec: podGroupName === undefined ? {} : { schedulingGroup: { podGroupName } } },
    },
  });
  const refused =
    'jobs.batch "x" is forbidden: cannot change parallelism for a Job referencing gang-scheduled PodGroup "g"';

  it.each<[string, object, object, string | undefined]>([
    ['its pods name the group', group(gang), job(2, 'g'), refused],
    ['it controls the group', group(gang, controller('u')), job(2), refused],
    ['the parallelism is the same', group(gang), job(1, 'g'), undefined],
    ['its pods name another', group(gang), job(2, 'h'), undefined],
    ['another job controls the group', group(gang, controller('v')), job(2), undefined],
    [
      'it owns the group and does not control it',
      group(gang, { ownerReferences: [{ uid: 'u' }] }),
      job(2),
      undefined,
    ],
    ['the group is scheduled one by one', group({ basic: {} }), job(2, 'g'), undefined],
    ['the group is of another namespace', group(gang, { namespace: 'b' }), job(2, 'g'), undefined],
  ])('%s', async (_, stored, object, expected) => {
    const objects = new MemoryObjects();
    objects.lister({ resource: 'podgroups' }).put(stored);
    const target = targetOf('batch', 'jobs', 'UPDATE');
    const { spec } = object as ReturnType<typeof job>;
    const old = { ...object, spec: { ...spec, parallelism: 1 } };
    expect(await refusalOf(jobValidation, objects, { ...target, object, old })).toBe(expected);
  });
});

it.each([
  [podGroupWorkloadExists, 'scheduling.k8s.io', 'podgroups', 'CREATE'],
  [jobValidation, 'batch', 'jobs', 'UPDATE'],
] as const)('without its gate, $name sees no request', async (descriptor, group, resource, operation) => {
  const handled = async (gates: string[]) =>
    (await pluginOf(descriptor, new MemoryObjects(), '1.36', gates)).handles(
      targetOf(group, resource, operation),
    );
  expect([await handled([]), await handled(on)]).toEqual([false, true]);
});
