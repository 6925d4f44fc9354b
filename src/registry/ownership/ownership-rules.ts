import { isReleasedBy } from '../../api/meta/release.ts';
import { type ListOrder, listOrderOf } from '../../api/patch/apply/list-order.ts';
import type { FieldOwner } from './field-manager.ts';

/** The ways in which releases differ in who owns which fields. */
export interface OwnershipRules {
  /** Whether a manager owns only fields that its (sub)resource can change, not all that it sends. */
  resetsFields: boolean;
  /** Whether what a manager does through a subresource is an entry of its own. */
  namesSubresources: boolean;
  /** Whether a change through `scale` is seen. */
  tracksScales: boolean;
  /** The order of items that an apply merges. */
  listOrder: ListOrder;
}

export const ownershipRules = (release: string): OwnershipRules => ({
  resetsFields: isReleasedBy('1.21', release),
  namesSubresources: isReleasedBy('1.22', release),
  tracksScales: isReleasedBy('1.22', release),
  listOrder: listOrderOf(release),
});

/** The owner as the release has it. */
export function ownerBy(rules: OwnershipRules, owner: FieldOwner): FieldOwner {
  const { subresource, filter } = owner;
  return {
    ...owner,
    subresource: rules.namesSubresources ? subresource : '',
    filter: rules.resetsFields ? filter : () => true,
  };
}
