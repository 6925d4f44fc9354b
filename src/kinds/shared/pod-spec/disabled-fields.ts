import type { CoreV1PodSpec, CoreV1PodTemplateSpec } from '../../../api/schema/types.gen.ts';
import type { ServedApi } from '../served-api.ts';
import { type AnyContainer, allContainers } from './visit.ts';

/**
 * Fields behind feature gates whose rules are not those of the definitions (`api/schema/disabled-fields.ts`): a value in
 * place of none, or one probe of three. They are dropped without a warning, unless the stored object uses them already.
 */
export function dropDisabledPodFields(spec: CoreV1PodSpec, _api: ServedApi, old?: CoreV1PodSpec): void {
  const containers = allContainers(spec);
  const before = old === undefined ? [] : allContainers(old);
  for (const { isUsed, drop } of containerGates) {
    if (!before.some(isUsed)) containers.forEach(drop);
  }
}

export function dropDisabledTemplateFields(
  template: CoreV1PodTemplateSpec | undefined,
  api: ServedApi,
  old?: CoreV1PodTemplateSpec,
): void {
  if (template !== undefined) dropDisabledPodFields(template.spec, api, old?.spec);
}

interface ContainerGate {
  isUsed(container: AnyContainer): boolean;
  drop(container: AnyContainer): void;
}

const procMount: ContainerGate = {
  isUsed: ({ securityContext }) => (securityContext?.procMount ?? 'Default') !== 'Default',
  // Not taken away: there was a release that always filled it in.
  drop({ securityContext }) {
    if ((securityContext?.procMount ?? 'Default') !== 'Default') securityContext!.procMount = 'Default';
  },
};

const probeGracePeriod: ContainerGate = {
  isUsed: ({ livenessProbe, startupProbe }) =>
    [livenessProbe, startupProbe].some((probe) => probe?.terminationGracePeriodSeconds !== undefined),
  drop({ livenessProbe, startupProbe }) {
    delete livenessProbe?.terminationGracePeriodSeconds;
    delete startupProbe?.terminationGracePeriodSeconds;
  },
};

const containerGates: readonly ContainerGate[] = [procMount, probeGracePeriod];
