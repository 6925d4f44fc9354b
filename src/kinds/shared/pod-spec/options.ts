import type { CoreV1PodSpec, CoreV1Volume, MetaV1ObjectMeta } from '../../../api/schema/types.gen.ts';
import type { ServedApi } from '../served-api.ts';

/** The options of the rules for pods and pod templates. */
export interface PodSpecOptions {
  /** Name of the pod, when it has one already: claims of its ephemeral volumes are named after it. */
  podName?: string;
  /** Whether containers may be privileged. They may when it is not said. */
  allowPrivileged?: boolean;
  /** The stored pod or template: what was accepted once, under looser rules, may stay. */
  old?: { metadata: MetaV1ObjectMeta; spec: CoreV1PodSpec };
}

/** The options and what is already known of the pod, on the way down. */
export interface PodContext extends PodSpecOptions, ServedApi {}

/** With the volumes that are valid, by name: what containers can mount. */
export interface ContainerContext extends PodContext {
  volumes: ReadonlyMap<string, CoreV1Volume>;
}
