import type { CoreV1PodSpec, CoreV1PodTemplateSpec } from '../../../api/schema/types.gen.ts';
import type { ServedApi } from '../served-api.ts';
import { podFeatures } from './features.ts';
import { allContainers } from './visit.ts';
import { sourcesOf } from './volumes.ts';

/**
 * Drops what is behind gates and is no field for itself, as those are that definitions say (`api/schema/disabled-fields.ts`):
 * single values of a field, by list of containers, and volumes that are left without a source. Goes without a warning,
 * unless the stored object uses it. By hand, as the same field goes in one list and stays in the other, one value is a use
 * and the next is none, and a volume takes along what mounts it: options for that would have one user each.
 */
export function dropDisabledPodFields(spec: CoreV1PodSpec, api: ServedApi, old?: CoreV1PodSpec): void {
  const features = podFeatures(api.gates);
  if (!features.sidecars && !runsBeside(old)) dropSidecars(spec);
  if (features.since33 && !features.appliesRestartRules && !usesRestartRules(old)) dropRestartRules(spec);
  if (features.since31 && !features.imageVolumes) dropEmptiedVolumes(spec);
}

/** Whether containers are started again in other ways than the pod says, but for those that run beside it. */
function usesRestartRules(spec: CoreV1PodSpec | undefined): boolean {
  const { containers, initContainers = [] } = spec ?? {};
  const all = [...(containers ?? []), ...initContainers];
  return (
    (containers ?? []).some(({ restartPolicy }) => restartPolicy !== undefined) ||
    initContainers.some(({ restartPolicy = 'Always' }) => restartPolicy !== 'Always') ||
    all.some(({ restartPolicyRules }) => restartPolicyRules?.length)
  );
}

/** Whether an init container runs as long as the pod. */
const runsBeside = (spec: CoreV1PodSpec | undefined): boolean =>
  spec?.initContainers?.some(({ restartPolicy }) => restartPolicy === 'Always') ?? false;

/** Other containers cannot have the field anyway: it is refused there. */
function dropSidecars({ initContainers = [] }: CoreV1PodSpec): void {
  for (const container of initContainers) {
    if (container.restartPolicy !== undefined) delete container.restartPolicy;
  }
}

/** Takes away volumes whose source, an image, was emptied, and where they are mounted: others have a source by default. */
function dropEmptiedVolumes(spec: CoreV1PodSpec): void {
  const gone = new Set(
    spec.volumes?.filter((volume) => sourcesOf(volume).length === 0).map(({ name }) => name),
  );
  if (gone.size === 0) return;
  spec.volumes = spec.volumes!.filter(({ name }) => !gone.has(name));
  for (const container of allContainers(spec)) {
    const mounts = container.volumeMounts?.filter(({ name }) => !gone.has(name));
    if (mounts !== undefined) container.volumeMounts = mounts;
  }
}

function dropRestartRules({ containers, initContainers = [] }: CoreV1PodSpec): void {
  for (const container of containers ?? []) delete container.restartPolicy;
  for (const container of initContainers) {
    if (container.restartPolicy !== 'Always') delete container.restartPolicy;
  }
}

export function dropDisabledTemplateFields(
  template: CoreV1PodTemplateSpec | undefined,
  api: ServedApi,
  old?: CoreV1PodTemplateSpec,
): void {
  if (template !== undefined) dropDisabledPodFields(template.spec, api, old?.spec);
}
