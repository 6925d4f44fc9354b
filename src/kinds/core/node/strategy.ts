import type { CoreV1Node } from '../../../api/schema/types.gen.ts';
import type { KindRules } from '../../../registry/kind-rules.ts';

type Rules = KindRules<CoreV1Node>;

/** Configuring a node through the API is switched off in this release: what clients say of it is dropped. */
function dropConfiguration({ spec, status }: CoreV1Node): void {
  delete spec.configSource;
  delete status.config;
}

/** A node is created by itself, and says all it knows: the status is not cleared. */
export const strategy = {
  prepareForCreate: dropConfiguration,
  prepareForUpdate(node, old) {
    node.status = { ...old.status };
    dropConfiguration(node);
  },
} satisfies Partial<Rules>;

export function prepareForStatusUpdate(node: CoreV1Node, old: CoreV1Node): void {
  node.spec = { ...old.spec };
  dropConfiguration(node);
}
