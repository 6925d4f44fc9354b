import type { CoreV1Pod } from '../../api/schema/types.gen.ts';
import { type FieldError, fieldErrorsText, notSupported } from '../../api/validation/field-errors.ts';
import type { PluginDescriptor } from '../descriptor.ts';
import type { AdmissionAttributes } from '../plugin.ts';
import { containersOf } from './shared/containers.ts';
import { oldOf, podOf } from './shared/objects.ts';
import { forbidden } from './shared/refusals.ts';
import { handling } from './shared/targets.ts';

/** Images are pulled for every pod: who may not pull one cannot use a copy that another pod left on the node. */
export const alwaysPullImages: PluginDescriptor = {
  name: 'AlwaysPullImages',
  onByDefault: false,
  flags: [],
  create: async () => ({
    handles: handling('', 'pods', ['CREATE', 'UPDATE']),
    admit: setPolicy,
    validate: checkPolicy,
  }),
};

function setPolicy(attributes: AdmissionAttributes): void {
  if (bringsNoImage(attributes)) return;
  const { spec } = podOf(attributes);
  const pulled = <T extends object>(container: T): T => ({ ...container, imagePullPolicy: 'Always' });
  // Containers may be shared with the old pod.
  if (spec.initContainers) spec.initContainers = spec.initContainers.map(pulled);
  if (spec.containers) spec.containers = spec.containers.map(pulled);
  if (spec.ephemeralContainers) spec.ephemeralContainers = spec.ephemeralContainers.map(pulled);
}

function checkPolicy(attributes: AdmissionAttributes): void {
  if (bringsNoImage(attributes)) return;
  const errors = containersOf(podOf(attributes)).flatMap(({ container, path }): FieldError[] => {
    const { imagePullPolicy = '' } = container;
    return imagePullPolicy === 'Always'
      ? []
      : [notSupported(path.child('imagePullPolicy'), imagePullPolicy, ['Always'])];
  });
  if (errors.length > 0) throw forbidden(attributes, fieldErrorsText(errors));
}

/** A pod from before this plugin was on can still be labelled: its policies cannot change any more. */
function bringsNoImage(attributes: AdmissionAttributes): boolean {
  if (attributes.operation !== 'UPDATE') return false;
  const images = new Set(containersOf(oldOf<CoreV1Pod>(attributes)).map(({ container }) => container.image));
  return containersOf(podOf(attributes)).every(({ container }) => images.has(container.image));
}
