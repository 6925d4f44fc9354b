import { copyJson } from '../../../api/codec/copy-json.ts';
import type { CertificatesV1CertificateSigningRequest } from '../../../api/schema/types.gen.ts';
import { timeNow } from '../../../api/values/time.ts';
import type { Clock } from '../../../util/clock.ts';
import { conditionsOf } from './conditions.ts';

type Request = CertificatesV1CertificateSigningRequest;

const approvalTypes = ['Approved', 'Denied'];

/** The approval subresource changes the conditions only. */
export function prepareForApproval(request: Request, old: Request, clock: Clock): void {
  request.spec = old.spec;
  const { conditions } = request.status;
  request.status = { ...old.status };
  if (conditions === undefined) delete request.status.conditions;
  else request.status.conditions = conditions;
  fillTimes(request, old, clock);
}

/** The status subresource changes the status except for the conditions of approvers. */
export function prepareForStatus(
  request: Request,
  old: Request,
  { clock, isBeta }: { clock: Clock; isBeta: boolean },
): void {
  request.spec = old.spec;
  const kept = approvalTypes.map((type) => keepConditions(request, old, type));
  // v1beta1 ignores a forbidden change without an error: all conditions stay as stored.
  if (isBeta && kept.includes(false)) {
    if (old.status.conditions === undefined) delete request.status.conditions;
    else request.status.conditions = copyJson(old.status.conditions);
  }
  fillTimes(request, old, clock);
}

/** Resets the conditions of a type to the stored ones. False if their number differs, which validation rejects. */
function keepConditions({ status }: Request, old: Request, type: string): boolean {
  const before = conditionsOf(old, type);
  const conditions = status.conditions ?? [];
  if (conditions.filter((condition) => condition.type === type).length !== before.length) return false;
  if (before.length > 0) {
    const kept = copyJson(before).values();
    status.conditions = conditions.map((condition) =>
      condition.type === type ? kept.next().value! : condition,
    );
  }
  return true;
}

/** Defaults the times of conditions to now, and the transition time of a known condition to the stored one. */
function fillTimes({ status }: Request, old: Request, clock: Clock): void {
  const now = timeNow(clock.now());
  const before = new Map<string, string>();
  for (const { type, status: state, lastTransitionTime } of old.status.conditions ?? []) {
    const key = JSON.stringify([type, state]);
    if (lastTransitionTime && !before.has(key)) before.set(key, lastTransitionTime);
  }
  for (const condition of status.conditions ?? []) {
    condition.lastUpdateTime ??= now;
    const key = JSON.stringify([condition.type, condition.status]);
    condition.lastTransitionTime ??= before.get(key) ?? now;
  }
}
