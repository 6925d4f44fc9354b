import type { CoreV1PodSpec, CoreV1Volume, MetaV1ObjectMeta } from '../../../api/schema/types.gen.ts';
import type { ServedApi } from '../served-api.ts';
import { type PodFeatures, podFeatures } from './features.ts';

/** The options of the rules for pods and pod templates. */
export interface PodSpecOptions {
  /** Metadata of the pod. A template has none. */
  metadata?: MetaV1ObjectMeta;
  /** Whether containers may be privileged. They may when it is not said. */
  allowPrivileged?: boolean;
  /** The stored pod or template: what was accepted once, under looser rules, may stay. */
  old?: { metadata: MetaV1ObjectMeta; spec: CoreV1PodSpec };
}

/** The options and what is already known of the pod, on the way down. */
export interface PodContext extends PodSpecOptions, ServedApi {
  features: PodFeatures;
}

export const podContext = (api: ServedApi, options: PodSpecOptions = {}): PodContext => ({
  ...options,
  dialect: api.dialect,
  gates: api.gates,
  features: podFeatures(api.gates),
});

/** With the spec around the container, and the volumes that are valid, by name: what containers can mount. */
export interface ContainerContext extends PodContext {
  spec: CoreV1PodSpec;
  volumes: ReadonlyMap<string, CoreV1Volume>;
}

/** Whether the pod has a user namespace of its own. */
export const hasUserNamespace = ({ hostUsers }: CoreV1PodSpec): boolean => hostUsers === false;
