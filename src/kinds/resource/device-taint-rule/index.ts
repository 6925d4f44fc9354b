import { fillPlaceholders } from '../../../api/meta/dialect.ts';
import type { ResourceV1beta2DeviceTaintRule } from '../../../api/schema/types.gen.ts';
import { nameIsDnsSubdomain } from '../../../api/validation/names.ts';
import { timeNow } from '../../../api/values/time.ts';
import type { KindDependencies, KindRules } from '../../../registry/kind-rules.ts';
import { defaultTaint } from '../../shared/devices/defaults.ts';
import { deviceRules } from '../../shared/devices/options.ts';
import { statusStrategy } from '../../shared/status-strategy.ts';
import { agoText, column, tableOf } from '../../shared/table.ts';
import { validateRule, validateRuleStatus } from './validation.ts';

/** Taints all devices that match, whatever their drivers say. */
export function deviceTaintRule({
  dialect,
  gates,
  clock,
}: KindDependencies): KindRules<ResourceV1beta2DeviceTaintRule> {
  const rules = deviceRules(gates);
  return {
    group: fillPlaceholders(dialect, 'resource.{api}'),
    kind: 'DeviceTaintRule',
    validateName: nameIsDnsSubdomain,
    applyDefaults: ({ spec }) => defaultTaint(spec.taint, clock),
    prepareForCreate(rule) {
      rule.status = {};
    },
    validateCreate: (rule) => validateRule(rule, undefined, rules),
    prepareForUpdate(rule, old) {
      rule.status = old.status;
      const { taint } = rule.spec;
      const before = old.spec.taint;
      const isRenewed = taint.effect !== before.effect && taint.timeAdded === before.timeAdded;
      // A new effect counts from the moment on in which it is written.
      if (isRenewed) taint.timeAdded = timeNow(clock.now());
    },
    validateUpdate: (rule, old) => validateRule(rule, old, rules),
    status: { ...statusStrategy, validateUpdate: validateRuleStatus },
    tracksGeneration: true,
    deletion: { answersWithObject: true },
    table: tableOf([
      column('Key', 'string', 'The key of the taint.', ({ spec }) => spec.taint.key),
      column('Value', 'string', 'The value of the taint.', ({ spec }) => spec.taint.value ?? ''),
      column('Effect', 'string', 'What the taint means.', ({ spec }) => spec.taint.effect),
      column('TimeAdded', 'string', 'How long ago the taint was set.', ({ spec }, now) =>
        agoText(spec.taint.timeAdded, now),
      ),
    ]),
  };
}
