import type {
  FlowcontrolV1beta2LimitedPriorityLevelConfiguration,
  FlowcontrolV1beta2LimitResponse,
  FlowcontrolV1beta2PriorityLevelConfiguration,
  FlowcontrolV1beta2PriorityLevelConfigurationSpec,
} from '../../../api/schema/types.gen.ts';
import {
  type FieldError,
  FieldPath,
  forbidden,
  invalid,
  notSupported,
  required,
} from '../../../api/validation/field-errors.ts';
import { validateFlowControlConditions } from '../../shared/flow-control-conditions.ts';
import { mandatoryPriorityLevels, validateMandatorySpec } from '../../shared/mandatory-flow-control.ts';
import { validatePositive, validateQueuing } from './queuing.ts';

const specPath = FieldPath.of('spec');
const exempt = 'exempt';

export function validatePriorityLevel({
  metadata,
  spec,
  status,
}: FlowcontrolV1beta2PriorityLevelConfiguration): FieldError[] {
  const name = metadata.name ?? '';
  return [
    ...validateSpec(name, spec),
    ...validateMandatorySpec(name, spec, mandatoryPriorityLevels),
    ...validateFlowControlConditions(status.conditions),
  ];
}

function validateSpec(name: string, spec: FlowcontrolV1beta2PriorityLevelConfigurationSpec): FieldError[] {
  const typePath = specPath.child('type');
  const exemptText = "type must be 'Exempt' if and only if name is 'exempt'";
  return [
    ...((name === exempt) === (spec.type === 'Exempt') ? [] : [invalid(typePath, spec.type, exemptText)]),
    ...validateType(spec, typePath),
  ];
}

function validateType(
  { type, limited }: FlowcontrolV1beta2PriorityLevelConfigurationSpec,
  path: FieldPath,
): FieldError[] {
  const limitedPath = specPath.child('limited');
  switch (type) {
    case 'Exempt':
      return limited === undefined ? [] : [forbidden(limitedPath, 'must be nil if the type is not Limited')];
    case 'Limited':
      return limited === undefined
        ? [required(limitedPath, 'must not be empty when type is Limited')]
        : validateLimited(limited, limitedPath);
    default:
      return [notSupported(path, type, ['Exempt', 'Limited'])];
  }
}

function validateLimited(
  { assuredConcurrencyShares: shares, limitResponse }: FlowcontrolV1beta2LimitedPriorityLevelConfiguration,
  path: FieldPath,
): FieldError[] {
  return [
    ...validatePositive(shares, path.child('assuredConcurrencyShares')),
    ...validateResponse(limitResponse, path.child('limitResponse')),
  ];
}

function validateResponse({ type, queuing }: FlowcontrolV1beta2LimitResponse, path: FieldPath): FieldError[] {
  const queuingPath = path.child('queuing');
  switch (type) {
    case 'Reject':
      return queuing === undefined
        ? []
        : [forbidden(queuingPath, 'must be nil if limited.limitResponse.type is not Limited')];
    case 'Queue':
      return queuing === undefined
        ? [required(queuingPath, 'must not be empty if limited.limitResponse.type is Limited')]
        : validateQueuing(queuing, queuingPath);
    default:
      return [notSupported(path.child('type'), type, ['Queue', 'Reject'])];
  }
}
