import type { FeatureGates } from '../../../api/gates/feature-gates.ts';
import { goStruct } from '../../../api/go-format/go-syntax.ts';
import type {
  FlowcontrolV1beta2FlowSchema,
  FlowcontrolV1beta2FlowSchemaSpec,
} from '../../../api/schema/types.gen.ts';
import {
  type FieldError,
  FieldPath,
  invalid,
  notSupported,
  required,
} from '../../../api/validation/field-errors.ts';
import { dns1123Subdomain } from '../../../api/validation/names.ts';
import { invalidEach } from '../../shared/field-checks.ts';
import { validateFlowControlConditions } from '../../shared/flow-control-conditions.ts';
import { asGo } from '../../shared/go-types/index.ts';
import { mandatoryFlowSchemas, validateMandatorySpec } from '../../shared/mandatory-flow-control.ts';
import { validateRules } from './rules.ts';

const specPath = FieldPath.of('spec');
const methods = ['ByNamespace', 'ByUser'];
const maxPrecedence = 10_000;
const exempt = 'exempt';

export function validateFlowSchema(
  { metadata, spec, status }: FlowcontrolV1beta2FlowSchema,
  gates: FeatureGates,
): FieldError[] {
  const name = metadata.name ?? '';
  return [
    ...validateSpec(name, spec),
    ...validateMandatorySpec(name, spec, mandatoryFlowSchemas, () => asGo('FlowSchemaSpec', spec)),
    ...validateFlowControlConditions(status.conditions, gates),
  ];
}

function validateSpec(name: string, spec: FlowcontrolV1beta2FlowSchemaSpec): FieldError[] {
  const { distinguisherMethod: method, priorityLevelConfiguration: level } = spec;
  const methodPath = specPath.child('distinguisherMethod', 'type');
  const levelPath = specPath.child('priorityLevelConfiguration', 'name');
  return [
    ...validatePrecedence(name, spec.matchingPrecedence, specPath.child('matchingPrecedence')),
    ...(method === undefined || methods.includes(method.type)
      ? []
      : // The message shows the whole struct.
        [
          notSupported(
            methodPath,
            goStruct('flowcontrol.FlowDistinguisherMethod', { Type: method.type }),
            methods,
          ),
        ]),
    ...(level.name === ''
      ? [required(levelPath, 'must reference a priority level')]
      : invalidEach(levelPath, level.name, dns1123Subdomain(level.name))),
    ...validateRules(spec.rules ?? [], specPath.child('rules')),
  ];
}

function validatePrecedence(name: string, precedence: number, path: FieldPath): FieldError[] {
  if (precedence <= 0) return [invalid(path, precedence, 'must be a positive value')];
  if (precedence > maxPrecedence) {
    return [invalid(path, precedence, `must not be greater than ${maxPrecedence}`)];
  }
  return precedence === 1 && name !== exempt
    ? [invalid(path, precedence, "only the schema named 'exempt' may have matchingPrecedence 1")]
    : [];
}
