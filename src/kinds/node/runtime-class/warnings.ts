import type { FeatureGates } from '../../../api/gates/feature-gates.ts';
import type { Dialect } from '../../../api/meta/dialect.ts';
import type { NodeV1RuntimeClass } from '../../../api/schema/types.gen.ts';
import type { KindRules } from '../../../registry/kind-rules.ts';
import { deprecatedLabels } from '../../shared/pod-spec/warnings/node-labels.ts';

/** Warnings of nodes that are chosen by labels with a newer name, from 1.25 on. */
export function runtimeClassWarnings(
  dialect: Dialect,
  gates: FeatureGates,
): Pick<KindRules<NodeV1RuntimeClass>, 'warnings'> {
  if (!gates.isIn('1.25')) return {};
  const labels = deprecatedLabels(dialect);
  return {
    warnings: ({ scheduling }) =>
      [...labels].flatMap(([name, text]) =>
        Object.hasOwn(scheduling?.nodeSelector ?? {}, name) ? [`scheduling.nodeSelector: ${text}`] : [],
      ),
  };
}
