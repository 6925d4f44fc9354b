import type { Dialect } from '../../../api/meta/dialect.ts';
import type {
  CoreV1Container,
  CoreV1PodSpec,
  CoreV1PodTemplateSpec,
  MetaV1ObjectMeta,
} from '../../../api/schema/types.gen.ts';
import { roundUpToMilli } from '../resources/quantities.ts';
import type { ServedApi } from '../served-api.ts';
import { applyContainerDefaults } from './container-defaults.ts';
import { podFeatures } from './features.ts';
import { allContainers } from './visit.ts';
import { applyVolumeDefaults } from './volume-defaults.ts';

/** Defaults of pods and pod templates that depend on other fields. Idempotent. */
export function applyPodSpecDefaults(spec: CoreV1PodSpec, api: ServedApi, isTemplate = false): void {
  const features = podFeatures(api.gates);
  mirrorServiceAccount(spec);
  if (spec.hostNetwork && !(isTemplate && features.since28 && !features.hostPortsInTemplates)) {
    for (const field of ['containers', 'initContainers'] as const) {
      if (spec[field]?.some(lacksHostPorts)) spec[field] = spec[field].map(withHostPorts);
    }
  }
  for (const volume of spec.volumes ?? []) applyVolumeDefaults(volume, features);
  for (const container of allContainers(spec)) applyContainerDefaults(container);
  roundUpToMilli(spec.overhead);
}

/** Also drops the annotations that init containers were once kept in. */
export function applyPodTemplateDefaults(template: CoreV1PodTemplateSpec, api: ServedApi): void {
  applyPodSpecDefaults(template.spec, api, true);
  dropInitContainerAnnotations(template.metadata, api.dialect);
}

/** `serviceAccount` is the older name of serviceAccountName: read when that is missing, always written. */
function mirrorServiceAccount(spec: CoreV1PodSpec): void {
  const name = spec.serviceAccountName || spec.serviceAccount;
  for (const field of ['serviceAccountName', 'serviceAccount'] as const) {
    if (!name) delete spec[field];
    else if (spec[field] !== name) spec[field] = name;
  }
}

const lacksHostPorts = ({ ports = [] }: CoreV1Container): boolean =>
  ports.some(({ hostPort, containerPort }) => !hostPort && containerPort);

/** A container in the network of its node cannot have other ports than that. */
function withHostPorts(container: CoreV1Container): CoreV1Container {
  const { ports } = container;
  if (ports === undefined || !lacksHostPorts(container)) return container;
  return {
    ...container,
    ports: ports.map((port) => ({ ...port, hostPort: port.hostPort || port.containerPort })),
  };
}

/** Old clients send them along; the fields are the truth. */
export function dropInitContainerAnnotations(metadata: MetaV1ObjectMeta, { label }: Dialect): void {
  const { annotations } = metadata;
  if (annotations === undefined) return;
  for (const level of ['alpha', 'beta']) {
    delete annotations[`pod.${level}.${label}/init-containers`];
    delete annotations[`pod.${level}.${label}/init-container-statuses`];
  }
}
