import type { NodeV1alpha1RuntimeClass, NodeV1RuntimeClass } from '../../../api/schema/types.gen.ts';
import type { VersionRules } from '../../../registry/kind-rules.ts';

/** v1alpha1 has a spec; later versions have its fields at the top level. */
export const alphaRules: VersionRules = {
  toStored({ spec, ...runtime }: NodeV1alpha1RuntimeClass): NodeV1RuntimeClass {
    const { runtimeHandler, ...others } = spec;
    return { ...runtime, handler: runtimeHandler, ...others };
  },
  fromStored({ handler, overhead, scheduling, ...runtime }: NodeV1RuntimeClass): NodeV1alpha1RuntimeClass {
    return {
      ...runtime,
      spec: {
        runtimeHandler: handler,
        ...(overhead && { overhead }),
        ...(scheduling && { scheduling }),
      },
    };
  },
};
