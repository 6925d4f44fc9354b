import type { FeatureGates } from '../../../api/gates/feature-gates.ts';
import type { CoreV1Node } from '../../../api/schema/types.gen.ts';
import type { KindRules } from '../../../registry/kind-rules.ts';
import { AddressRules } from '../../shared/addresses/address-rules.ts';

/** Warnings of fields that mean nothing any more, and of ranges that are not written in the standard way. */
export function nodeWarnings(gates: FeatureGates): Pick<KindRules<CoreV1Node>, 'warnings'> {
  if (!gates.isIn('1.26')) return {};
  const rules = new AddressRules(gates);
  const warnsOfId = gates.isIn('1.27');
  return {
    warnings: ({ spec }) => [
      ...(spec.configSource === undefined ? [] : ['spec.configSource: the feature is removed']),
      ...(warnsOfId && spec.externalID
        ? ['spec.externalID: this field is deprecated, and is unused by Kubernetes']
        : []),
      ...(spec.podCIDRs ?? []).flatMap((range, index) =>
        rules.cidrWarnings(range, `spec.podCIDRs[${index}]`),
      ),
    ],
  };
}
