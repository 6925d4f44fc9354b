import type { FlowcontrolV1beta2FlowSchema } from '../../../api/schema/types.gen.ts';
import type { KindRules } from '../../../registry/kind-rules.ts';
import { validateFlowControlConditions } from '../../shared/flow-control-conditions.ts';
import { keepMetadata, keptMetadata } from '../../shared/keep-metadata.ts';

export const strategy = {
  tracksGeneration: true,
  prepareForCreate(schema) {
    schema.status = {};
  },
  prepareForUpdate(schema, old) {
    schema.status = old.status;
  },
  status: {
    keeps: keptMetadata,
    prepareForUpdate(schema, old) {
      schema.spec = old.spec;
      keepMetadata(schema, old);
    },
    validateUpdate: ({ status }) => validateFlowControlConditions(status.conditions),
  },
} satisfies Partial<KindRules<FlowcontrolV1beta2FlowSchema>>;
