import { forbiddenError } from '../../api/meta/status.ts';
import type { CoreV1Pod } from '../../api/schema/types.gen.ts';
import type { PluginDescriptor } from '../descriptor.ts';
import { eachContainer } from './shared/containers.ts';
import { podOf } from './shared/objects.ts';
import { handling } from './shared/targets.ts';

/** Pods do not choose as whom they run. */
export const securityContextDeny: PluginDescriptor = {
  name: 'SecurityContextDeny',
  onByDefault: false,
  until: '1.30',
  flags: [],
  create: async () => ({
    handles: handling('', 'pods', ['CREATE', 'UPDATE']),
    validate: (attributes) => {
      const field = chosenField(podOf(attributes));
      if (field === undefined) return;
      const { group, resource, object } = attributes;
      throw forbiddenError({ group, resource }, object!.metadata.name ?? '', `${field} is forbidden`);
    },
  }),
};

/** The message for the first forbidden field that is set. */
function chosenField(pod: CoreV1Pod): string | undefined {
  const ofPod = pod.spec.securityContext ?? {};
  if (isSet(ofPod.supplementalGroups)) return 'SecurityContext.SupplementalGroups';
  if (isSet(ofPod.seLinuxOptions)) return 'pod.Spec.SecurityContext.SELinuxOptions';
  if (isSet(ofPod.runAsUser)) return 'pod.Spec.SecurityContext.RunAsUser';
  if (isSet(ofPod.fsGroup)) return 'SecurityContext.FSGroup';
  let field: string | undefined;
  eachContainer(pod, ({ securityContext = {} }) => {
    if (isSet(securityContext.seLinuxOptions)) field ??= 'SecurityContext.SELinuxOptions';
    if (isSet(securityContext.runAsUser)) field ??= 'SecurityContext.RunAsUser';
  });
  return field;
}

const isSet = (value: unknown): boolean => value !== undefined && value !== null;
