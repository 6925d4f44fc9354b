import type { ResourceV1beta2DeviceTaintRule } from '../../../api/schema/types.gen.ts';
import { type FieldError, FieldPath } from '../../../api/validation/field-errors.ts';
import { validateConditions } from '../../shared/condition-validation.ts';
import { validateDriver, validateLabel, validatePool } from '../../shared/devices/names.ts';
import type { DeviceRules } from '../../shared/devices/options.ts';
import { validateTaint } from '../../shared/devices/taints.ts';

type Rule = ResourceV1beta2DeviceTaintRule;

const specPath = FieldPath.of('spec');
const maxConditions = 8;

export function validateRule({ spec }: Rule, old: Rule | undefined, { effects }: DeviceRules): FieldError[] {
  const path = specPath.child('deviceSelector');
  const { driver, pool, device } = spec.deviceSelector ?? {};
  return [
    ...(driver === undefined ? [] : validateDriver(driver, path.child('driver'))),
    ...(pool === undefined ? [] : validatePool(pool, path.child('pool'))),
    ...(device === undefined ? [] : validateLabel(device, path.child('device'))),
    ...validateTaint(spec.taint, specPath.child('taint'), effects, old?.spec.taint.effect),
  ];
}

export const validateRuleStatus = ({ status }: Rule): FieldError[] =>
  validateConditions(status?.conditions ?? [], FieldPath.of('status', 'conditions'), maxConditions);
