import type { CoreV1ResourceQuota } from '../../../api/schema/types.gen.ts';
import { parseQuantity, Quantity } from '../../../api/values/quantity.ts';
import type { Describer } from '../describer.ts';
import { describeScopes } from '../parts/quota-scopes.ts';

export const resourceQuota: Describer<CoreV1ResourceQuota> = {
  hidesEvents: true,
  describe(to, { metadata, spec, status }) {
    to.field(0, 'Name', metadata.name);
    to.field(0, 'Namespace', metadata.namespace);
    describeScopes(to, spec?.scopes);
    const { hard = {}, used = {} } = status ?? {};
    const rows = Object.keys(hard)
      .sort()
      .map((name) => [name, inUnitsOf(hard[name]!, used[name] ?? '0'), hard[name]]);
    to.table(0, ['Resource', 'Used', 'Hard'], rows);
  },
};

/** The amount with suffixes of the same family as the most that there may be: `2Ki` of `8Gi`, and not `2048`. */
function inUnitsOf(most: string, amount: string): string {
  const { format } = parseQuantity(most);
  const used = parseQuantity(amount);
  return (used.format === format ? used : Quantity.of(used.value(), format)).toString();
}
