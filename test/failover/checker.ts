import type { Write } from './writes.ts';

/** While this manager led: from the write of the Lease that made it the leader, to that of the next one. */
interface Reign {
  leader: string;
  revision: number;
  /** When the Lease's write came to the server; nothing of this leader may have come before it. */
  began: number;
  /** When the next leader's write of the Lease was answered. */
  ended: number;
}

/** An object that only controllers write, as a watch from the beginning has seen it. */
export interface Seen {
  revision: number;
  what: string;
}

export interface Verdict {
  /** How often the lead went from one manager to another. */
  changes: number;
  /** Accepted writes of controllers. */
  writes: number;
  /** Writes of a manager that did not lead, all of which the server refused. */
  refused: number;
  /** What must not be, as sentences. */
  faults: string[];
}

/**
 * Whether never two managers acted: between the write of the Lease that made one of them the leader and the one that made
 * another the leader, no write of a third party to that Lease, or of another manager to anything, was accepted. `seen` is
 * what a watch saw of objects that only managers write: the log must know the author of each.
 */
export function check(logged: readonly Write[], seen: readonly Seen[] = []): Verdict {
  const { writes, strange } = attribute(logged, seen);
  const reigns = reignsOf(writes);
  const led = reigns.filter(({ leader }) => leader !== '');
  const verdict: Verdict = { changes: Math.max(0, led.length - 1), writes: 0, refused: 0, faults: [] };
  if (led.length === 0) verdict.faults.push('no manager has ever led');
  for (const write of writes) {
    if (write.holder !== undefined) continue;
    const isFault = !mayWrite(write, reigns);
    if (write.status >= 300) {
      verdict.refused += Number(isFault);
      continue;
    }
    verdict.writes++;
    if (isFault) verdict.faults.push(describe(write, reigns));
  }
  for (const { revision, what } of strange)
    verdict.faults.push(`revision ${revision}: ${what} was written by no manager`);
  return verdict;
}

/** Gives writes without an answer the revision that a watch saw; what was seen and has no author then is strange. */
function attribute(logged: readonly Write[], seen: readonly Seen[]): { writes: Write[]; strange: Seen[] } {
  const known = new Set(logged.map(({ revision }) => revision));
  const writes = [...logged];
  const strange = seen.filter(({ revision, what }) => {
    if (known.has(revision)) return false;
    const at = writes.findIndex(
      (write) => write.isCut && write.revision === undefined && write.what === what,
    );
    if (at >= 0) writes[at] = { ...writes[at]!, revision };
    return at < 0;
  });
  return { writes, strange };
}

function reignsOf(writes: readonly Write[]): Reign[] {
  const leases = writes
    .filter(({ holder, revision }) => holder !== undefined && revision !== undefined)
    .sort((a, b) => a.revision! - b.revision!);
  const reigns: Reign[] = [];
  let holder = '';
  for (const write of leases) {
    if (write.holder === holder) continue;
    holder = write.holder!;
    const last = reigns.at(-1);
    if (last !== undefined) last.ended = write.completed;
    const { actor, revision, received } = write;
    // A Lease that was given back is nobody's.
    const leader = holder === '' ? '' : actor;
    reigns.push({ leader, revision: revision!, began: received, ended: Number.POSITIVE_INFINITY });
  }
  return reigns;
}

/** By the order of the store where the write has a place in it; by the times of both where it has none. */
function mayWrite({ actor, revision, received, completed }: Write, reigns: readonly Reign[]): boolean {
  if (revision !== undefined) return reigns.findLast((reign) => reign.revision < revision)?.leader === actor;
  return reigns.some(
    ({ leader, began, ended }) => leader === actor && received <= ended && completed >= began,
  );
}

function describe(
  { actor, verb, what, revision, received, completed }: Write,
  reigns: readonly Reign[],
): string {
  const place = revision === undefined ? new Date(received).toISOString() : `revision ${revision}`;
  const reign = reigns.findLast((one) =>
    revision === undefined ? one.began <= received : one.revision < revision,
  );
  if (!reign?.leader) return `${place}: ${verb} of ${what} by ${actor}, when nothing led`;
  const from = ((received - reign.began) / 1_000).toFixed(2);
  const to = ((completed - reign.began) / 1_000).toFixed(2);
  const times = `it came at ${from} s of that, and was answered at ${to} s`;
  return `${place}: ${verb} of ${what} by ${actor}, when ${reign.leader} had led since revision ${reign.revision}; ${times}`;
}
