import type { CoreV1Pod } from '../../api/schema/types.gen.ts';
import {
  type FieldError,
  FieldPath,
  fieldErrorsText,
  notSupported,
} from '../../api/validation/field-errors.ts';
import type { PluginDescriptor } from '../descriptor.ts';
import type { AdmissionAttributes } from '../plugin.ts';
import { containersOf } from './shared/containers.ts';
import { oldOf, podOf } from './shared/objects.ts';
import { forbidden } from './shared/refusals.ts';
import { handling } from './shared/targets.ts';

const volumesPath = FieldPath.of('spec', 'volumes');

/** Images are pulled for every pod: who may not pull one cannot use a copy that another pod left on the node. */
export const alwaysPullImages: PluginDescriptor = {
  name: 'AlwaysPullImages',
  onByDefault: false,
  flags: [],
  create: async ({ gates }) => {
    const pullsVolumes = gates.isIn('1.31');
    return {
      handles: handling('', 'pods', ['CREATE', 'UPDATE']),
      admit: (attributes) => {
        if (!bringsNoImage(attributes)) setPolicy(podOf(attributes), pullsVolumes);
      },
      validate: (attributes) => {
        if (bringsNoImage(attributes)) return;
        const errors = policyErrors(podOf(attributes), pullsVolumes);
        if (errors.length > 0) throw forbidden(attributes, fieldErrorsText(errors));
      },
    };
  },
};

/** Copies what it changes: it may be shared with the old pod. */
function setPolicy({ spec }: CoreV1Pod, pullsVolumes: boolean): void {
  const pulled = <T extends object>(container: T): T => ({ ...container, imagePullPolicy: 'Always' });
  if (spec.initContainers) spec.initContainers = spec.initContainers.map(pulled);
  if (spec.containers) spec.containers = spec.containers.map(pulled);
  if (spec.ephemeralContainers) spec.ephemeralContainers = spec.ephemeralContainers.map(pulled);
  if (!pullsVolumes || !spec.volumes) return;
  spec.volumes = spec.volumes.map((volume) =>
    volume.image ? { ...volume, image: { ...volume.image, pullPolicy: 'Always' } } : volume,
  );
}

function policyErrors(pod: CoreV1Pod, pullsVolumes: boolean): FieldError[] {
  const ofContainers = containersOf(pod).map(({ container, path }) => ({
    policy: container.imagePullPolicy,
    path: path.child('imagePullPolicy'),
  }));
  const ofVolumes = (pod.spec.volumes ?? []).flatMap(({ image }, index) =>
    image && pullsVolumes
      ? [{ policy: image.pullPolicy, path: volumesPath.index(index).child('image', 'pullPolicy') }]
      : [],
  );
  return [...ofVolumes, ...ofContainers].flatMap(({ policy = '', path }) =>
    policy === 'Always' ? [] : [notSupported(path, policy, ['Always'])],
  );
}

/** A pod from before this plugin was on can still be labelled: its policies cannot change any more. */
function bringsNoImage(attributes: AdmissionAttributes): boolean {
  if (attributes.operation !== 'UPDATE') return false;
  const images = new Set(containersOf(oldOf<CoreV1Pod>(attributes)).map(({ container }) => container.image));
  return containersOf(podOf(attributes)).every(({ container }) => images.has(container.image));
}
