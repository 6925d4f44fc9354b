import type { CoordinationV1beta1LeaseCandidate } from '../../api/schema/types.gen.ts';
import { timeMs } from '../../api/values/time.ts';

export type Candidate = CoordinationV1beta1LeaseCandidate;

export const oldestEmulation = 'OldestEmulationVersion';

/** The first version of candidates has a list of strategies, which is kept as one text. */
const strategiesOf = ({ spec }: Candidate): string[] => (spec.strategy ?? '').split(',').filter(Boolean);

/**
 * The strategy by which a lease gets its holder: what the candidates of the newest program ask for. Undefined when these
 * do not agree.
 */
export function strategyOf(candidates: readonly Candidate[]): string | undefined {
  const newest = candidates.reduce<Candidate | undefined>(
    (best, one) => (best === undefined || compareVersions(binaryOf(one), binaryOf(best)) > 0 ? one : best),
    undefined,
  );
  if (newest === undefined) return undefined;
  const asked = candidates.filter((one) => compareVersions(binaryOf(one), binaryOf(newest)) === 0);
  const strategies = new Set(asked.map((one) => strategiesOf(one)[0]));
  const [strategy] = strategies;
  return strategies.size === 1 ? strategy : undefined;
}

/** The one that behaves like the oldest release, then that of the oldest program, then the one that came first. */
export function bestOf(candidates: readonly Candidate[]): Candidate | undefined {
  return candidates.reduce<Candidate | undefined>(
    (best, one) => (best === undefined || isBetter(one, best) ? one : best),
    undefined,
  );
}

function isBetter(one: Candidate, other: Candidate): boolean {
  const difference =
    compareVersions(emulationOf(one), emulationOf(other)) ||
    compareVersions(binaryOf(one), binaryOf(other)) ||
    createdOf(one) - createdOf(other);
  return difference === 0 ? one.metadata.name! < other.metadata.name! : difference < 0;
}

const binaryOf = ({ spec }: Candidate): string => spec.binaryVersion ?? '';
const emulationOf = ({ spec }: Candidate): string => spec.emulationVersion ?? '';

const createdOf = ({ metadata }: Candidate): number =>
  metadata.creationTimestamp ? timeMs(metadata.creationTimestamp) : 0;

/** `1.36.0`, `1.36.0-beta.1`: numbers are compared as such, and what comes before a release is less than it. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [partsOf(a), partsOf(b)];
  for (const [at, number] of left.numbers.entries()) {
    const difference = number - (right.numbers[at] ?? 0);
    if (difference !== 0) return difference;
  }
  if (left.before === right.before) return 0;
  if (left.before === '' || right.before === '') return left.before === '' ? 1 : -1;
  return left.before < right.before ? -1 : 1;
}

function partsOf(version: string): { numbers: number[]; before: string } {
  const [, release = '', before = ''] = /^v?([0-9.]*)(?:-([^+]*))?/.exec(version) ?? [];
  const numbers = release.split('.').map(Number);
  return { numbers: [0, 1, 2].map((at) => numbers[at] || 0), before };
}
