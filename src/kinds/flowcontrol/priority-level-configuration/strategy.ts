import type { FlowcontrolV1beta2PriorityLevelConfiguration } from '../../../api/schema/types.gen.ts';
import type { KindRules } from '../../../registry/kind-rules.ts';
import { validateFlowControlConditions } from '../../shared/flow-control-conditions.ts';
import { keepMetadata, keptMetadata } from '../../shared/keep-metadata.ts';

export const strategy = {
  tracksGeneration: true,
  prepareForCreate(level) {
    level.status = {};
  },
  prepareForUpdate(level, old) {
    level.status = old.status;
  },
  status: {
    keeps: keptMetadata,
    prepareForUpdate(level, old) {
      level.spec = old.spec;
      keepMetadata(level, old);
    },
    validateUpdate: ({ status }) => validateFlowControlConditions(status.conditions),
  },
} satisfies Partial<KindRules<FlowcontrolV1beta2PriorityLevelConfiguration>>;
