import type { CoreV1PodSpec, CoreV1VolumeSource } from '../../../api/schema/types.gen.ts';
import { type FieldError, type FieldPath, forbidden } from '../../../api/validation/field-errors.ts';
import { validateEach } from '../../../api/validation/validate-each.ts';
import { hasUserNamespace, type PodContext } from './options.ts';

/** The volumes that a pod with users of its own could have at first. */
const stateless: readonly (keyof CoreV1VolumeSource)[] = [
  'configMap',
  'secret',
  'emptyDir',
  'downwardAPI',
  'projected',
];

/** A pod with a user namespace of its own shares no other namespace with the node. */
export function validateUserNamespace(
  spec: CoreV1PodSpec,
  path: FieldPath,
  { features: { since28, since34, hostNetworkInUserNamespace } }: PodContext,
): FieldError[] {
  if (!hasUserNamespace(spec)) return [];
  const condition = since34 ? '`hostUsers` is false' : '`pod.Spec.HostUsers` is false';
  const text = `when ${condition}`;
  return [
    ...(spec.hostNetwork && !hostNetworkInUserNamespace ? [forbidden(path.child('hostNetwork'), text)] : []),
    // The names in these paths are the API's.
    ...(spec.hostPID ? [forbidden(path.child('HostPID'), text)] : []),
    ...(spec.hostIPC ? [forbidden(path.child('HostIPC'), text)] : []),
    ...(since28
      ? []
      : validateEach(spec.volumes ?? [], (volume, index) =>
          stateless.some((source) => volume[source] !== undefined)
            ? []
            : [forbidden(path.child('volumes').index(index), `volume type not supported ${text}`)],
        )),
  ];
}
