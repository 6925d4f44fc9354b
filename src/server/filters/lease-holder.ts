import type { Lister } from '../../api/meta/lister.ts';
import { badRequest, conflict, type GroupResource } from '../../api/meta/status.ts';
import { type LeaseClaim, leaseClaimHeader, parseClaim } from '../../api/request/lease-claim.ts';
import { isMutating } from '../../api/request/request-info.ts';
import type { CoordinationV1Lease } from '../../api/schema/types.gen.ts';
import { stateOf } from '../request-state.ts';
import { sendError } from '../response/respond.ts';
import type { Filter } from './filter.ts';

/** Leases as they are known here. */
export interface Leases {
  type: GroupResource;
  lister: Pick<Lister<CoordinationV1Lease>, 'get' | 'getFresh'>;
}

/** Refuses writes of those that say they hold a Lease, and do not: now, and again when the whole body is there. */
export function leaseHolder(leases: Leases): Filter {
  return {
    name: 'lease-holder',
    handle: async (request, response, next) => {
      const text = request.headers[leaseClaimHeader];
      const state = stateOf(request);
      if (text === undefined || !isMutating(state.info.verb)) return next();
      try {
        const claim = typeof text === 'string' ? parseClaim(text) : undefined;
        if (claim === undefined)
          throw badRequest(`the header ${leaseClaimHeader} must be <namespace>/<name>/<holder>`);
        state.checkBeforeWrite = () => checkClaim(claim, leases);
        await state.checkBeforeWrite();
      } catch (error) {
        return sendError(request, response, error);
      }
      next();
    },
  };
}

async function checkClaim({ namespace, name, holder }: LeaseClaim, { lister, type }: Leases): Promise<void> {
  if (lister.get(namespace, name)?.spec.holderIdentity === holder) return;
  // Its sender may have got the Lease a moment ago, through another server.
  const lease = await lister.getFresh(namespace, name);
  if (lease?.spec.holderIdentity !== holder)
    throw conflict(type, name, 'the sender of the request does not hold it');
}
