import { copyJson } from '../../../api/codec/copy-json.ts';
import type { CertificatesV1CertificateSigningRequest } from '../../../api/schema/types.gen.ts';
import { timeNow } from '../../../api/values/time.ts';
import type { Clock } from '../../../util/clock.ts';
import { conditionsOf } from './conditions.ts';

type Request = CertificatesV1CertificateSigningRequest;

const byApprovers = ['Approved', 'Denied'];

/** What the approval sub-resource may change: the conditions, nothing else. */
export function prepareForApproval(request: Request, old: Request, clock: Clock): void {
  request.spec = old.spec;
  const { conditions } = request.status;
  request.status = { ...old.status };
  if (conditions === undefined) delete request.status.conditions;
  else request.status.conditions = conditions;
  fillTimes(request, old, clock);
}

/** What the status sub-resource may change: all of the status but what approvers said. */
export function prepareForStatus(request: Request, old: Request, clock: Clock, isBeta: boolean): void {
  request.spec = old.spec;
  const kept = byApprovers.map((type) => keepInPlace(request, old, type));
  // The older version says nothing about a change that is not allowed: all conditions stay as they were.
  if (isBeta && kept.includes(false)) {
    if (old.status.conditions === undefined) delete request.status.conditions;
    else request.status.conditions = copyJson(old.status.conditions);
  }
  fillTimes(request, old, clock);
}

/** False when there are more or fewer of them than before: validation has something to say about that. */
function keepInPlace({ status }: Request, old: Request, type: string): boolean {
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

/** A time that is not given is now, or for a condition that was there already the one that it had. */
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
