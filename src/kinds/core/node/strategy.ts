import type { CoreV1Node } from '../../../api/schema/types.gen.ts';
import type { KindRules } from '../../../registry/kind-rules.ts';

type Rules = KindRules<CoreV1Node>;

/** A node is created by itself, and says all it knows: the status is not cleared. */
export const strategy = {
  prepareForUpdate(node, old) {
    node.status = { ...old.status };
  },
} satisfies Partial<Rules>;

export function prepareForStatusUpdate(node: CoreV1Node, old: CoreV1Node): void {
  node.spec = { ...old.spec };
}
