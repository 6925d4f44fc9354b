import type { CoreV1Pod } from '../../../api/schema/types.gen.ts';
import { FieldPath } from '../../../api/validation/field-errors.ts';
import { appArmorText, podWarnings } from '../../shared/pod-spec/warnings/pod-warnings.ts';
import type { ServedApi } from '../../shared/served-api.ts';

const maxLabelLength = 63;

/** Warnings about a new pod. `outdated`: annotations that a field has taken the place of. */
export function creationWarnings(pod: CoreV1Pod, api: ServedApi, outdated: readonly string[] = []): string[] {
  const annotations = FieldPath.of('metadata').child('annotations');
  return [
    ...outdated.map((key) => `${annotations.key(key)}: ${appArmorText}`),
    ...(api.gates.isIn('1.27') ? warnOfName(pod) : []),
    ...podWarnings(pod, FieldPath.root, api),
  ];
}

/** The name of a pod is the name of its host. */
function warnOfName({ metadata: { name = '' } }: CoreV1Pod): string[] {
  const problems = [
    ...(name.length > maxLabelLength ? [`must be no more than ${maxLabelLength} characters`] : []),
    ...(name.includes('.') ? ['must not contain dots'] : []),
  ];
  const text =
    "this is used in the Pod's hostname, which can result in surprising behavior; a DNS label is recommended";
  return problems.length === 0 ? [] : [`metadata.name: ${text}: [${problems.join(' ')}]`];
}
