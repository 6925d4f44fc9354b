import type { FeatureGates } from '../../api/gates/feature-gates.ts';
import { validateFlowControlConditions } from './flow-control-conditions.ts';
import { statusStrategy } from './status-strategy.ts';

interface FlowControlObject {
  status: { conditions?: { type?: string }[] };
}

/** Strategy of FlowSchemas and PriorityLevelConfigurations: spec and status are written separately. */
export const flowControlStrategy = (gates: FeatureGates) => ({
  tracksGeneration: true,
  prepareForCreate(object: FlowControlObject): void {
    object.status = {};
  },
  prepareForUpdate(object: FlowControlObject, old: FlowControlObject): void {
    object.status = old.status;
  },
  status: {
    ...statusStrategy,
    validateUpdate: ({ status }: FlowControlObject) =>
      validateFlowControlConditions(status.conditions, gates),
  },
});
