import type { CoordinationV1Lease } from '../../api/schema/types.gen.ts';
import { timeMs } from '../../api/values/time.ts';
import { bestOf, type Candidate, oldestEmulation, strategyOf } from './candidates.ts';

/** Milliseconds in which candidates answer a ping. */
const answerTime = 5_000;
/** Milliseconds after which a candidate that does not renew itself is gone. */
const candidateLife = 30 * 60_000;

/** The thing to do about one lease now. */
export type ElectionStep =
  | { readonly do: 'nothing' }
  | { readonly do: 'ping'; readonly names: readonly string[] }
  /** `holder`: undefined where somebody else chooses by this strategy. */
  | { readonly do: 'elect'; readonly holder: string | undefined; readonly strategy: string };

const nothing: ElectionStep = { do: 'nothing' };

/** `candidates`: all of the lease. `now`: milliseconds since 1970. */
export function nextStep(
  lease: CoordinationV1Lease | undefined,
  candidates: readonly Candidate[],
  now: number,
): ElectionStep {
  if (candidates.length === 0 || !needsElection(lease, candidates, now)) return nothing;
  if (candidates.some((one) => isAwaited(one, now))) return nothing;
  const silent = candidates.filter((one) => !hasAnswered(one, now) && mayBePinged(one, now));
  if (silent.length > 0) return { do: 'ping', names: silent.map(({ metadata }) => metadata.name!) };
  const answered = candidates.filter((one) => hasAnswered(one, now));
  const strategy = strategyOf(answered);
  if (strategy === undefined) return nothing;
  if (strategy !== oldestEmulation) return { do: 'elect', holder: undefined, strategy };
  return { do: 'elect', holder: bestOf(answered)!.metadata.name!, strategy };
}

function needsElection(
  lease: CoordinationV1Lease | undefined,
  candidates: readonly Candidate[],
  now: number,
): boolean {
  if (lease === undefined || isFree(lease, now)) return true;
  // So that candidates which are gone are found out.
  if (candidates.some((one) => (renewedAt(one) ?? now) + candidateLife / 2 < now)) return true;
  const strategy = strategyOf(candidates);
  if (strategy !== oldestEmulation) return false;
  const best = bestOf(candidates)!.metadata.name;
  return best !== lease.spec.holderIdentity && best !== lease.spec.preferredHolder;
}

/** Whether nobody holds a lease, or its holder has let it run out. */
export function isFree({ spec }: CoordinationV1Lease, now: number): boolean {
  const { holderIdentity, renewTime, leaseDurationSeconds } = spec;
  if (!holderIdentity || !renewTime || leaseDurationSeconds === undefined) return true;
  return timeMs(renewTime) + leaseDurationSeconds * 1000 < now;
}

const time = (text: string | undefined): number | undefined => (text ? timeMs(text) : undefined);
const pingedAt = ({ spec }: Candidate): number | undefined => time(spec.pingTime);
const renewedAt = ({ spec }: Candidate): number | undefined => time(spec.renewTime);

const hasAnswered = (candidate: Candidate, now: number): boolean =>
  (renewedAt(candidate) ?? Number.NEGATIVE_INFINITY) + answerTime > now;

/** Whether it was pinged a moment ago and may still answer. */
function isAwaited(candidate: Candidate, now: number): boolean {
  const [pinged, renewed] = [pingedAt(candidate), renewedAt(candidate)];
  return pinged !== undefined && pinged + answerTime > now && (renewed === undefined || renewed < pinged);
}

/** One that did not answer the last ping is not asked again. */
function mayBePinged(candidate: Candidate, now: number): boolean {
  const [pinged, renewed] = [pingedAt(candidate), renewedAt(candidate)];
  if (pinged === undefined) return true;
  return pinged + answerTime < now && renewed !== undefined && pinged <= renewed;
}

/** Whether a candidate has not been heard of for so long that it is gone. */
export function isGone(candidate: Candidate, now: number): boolean {
  const seen = renewedAt(candidate) ?? time(candidate.metadata.creationTimestamp ?? undefined);
  return seen !== undefined && seen + candidateLife < now;
}
