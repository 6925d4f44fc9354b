import type { NetworkingV1NetworkPolicy } from '../../../api/schema/types.gen.ts';
import { labelSelectorText } from '../../../api/selectors/label-selector.ts';
import { nameIsDnsSubdomain } from '../../../api/validation/names.ts';
import type { KindDependencies, KindRules } from '../../../registry/kind-rules.ts';
import { column, tableOf } from '../../shared/table.ts';
import { networkPolicyValidation } from './validation.ts';
import { networkPolicyWarnings } from './warnings.ts';

/** Says which traffic pods may receive and send. The version in `extensions` has the same fields and rules. */
export function networkPolicy({ dialect, gates }: KindDependencies): KindRules<NetworkingV1NetworkPolicy> {
  return {
    group: `networking.${dialect.api}`,
    kind: 'NetworkPolicy',
    applyDefaults,
    validateName: nameIsDnsSubdomain,
    tracksGeneration: true,
    ...networkPolicyValidation(gates),
    ...networkPolicyWarnings(gates),
    table,
  };
}

function applyDefaults({ spec }: NetworkingV1NetworkPolicy): void {
  const { egress = [] } = spec;
  // Egress rules came later: a policy without any must not forbid egress.
  spec.policyTypes ??= egress.length > 0 ? ['Ingress', 'Egress'] : ['Ingress'];
}

const table = tableOf<NetworkingV1NetworkPolicy>([
  column('Pod-Selector', 'string', 'Which pods it is about.', ({ spec }) =>
    labelSelectorText(spec.podSelector),
  ),
]);
