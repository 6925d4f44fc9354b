import type { FeatureGates } from '../../../api/gates/feature-gates.ts';
import { patternError } from '../../../api/patterns/pattern.ts';
import { matchesPattern } from '../../../api/patterns/pattern-match.ts';
import { aggregate } from '../../../util/aggregate.ts';
import { StartError } from '../../start-error.ts';

/** The release from which on a pattern has to say where the host of an origin begins and ends. */
const pinsSince = '1.27';
/** Marks by which a pattern does: `good.example.com` alone is in `good.example.com.evil.org` as well. */
const beginnings = ['^', '//'];
const ends = ['$', ':'];

/** Says whether a page of an origin may call; undefined without patterns. Throws StartError for one that is wrong. */
export function allowedOrigins(
  patterns: readonly string[],
  gates: Pick<FeatureGates, 'isIn'>,
): ((origin: string) => boolean) | undefined {
  if (patterns.length === 0) return undefined;
  const problems = gates.isIn(pinsSince) ? problemsOf(patterns) : earlierProblems(patterns);
  if (problems.length > 0) throw new StartError(aggregate(problems));
  return (origin) => patterns.some((pattern) => matchesPattern(origin, pattern));
}

function problemsOf(patterns: readonly string[]): string[] {
  return patterns.flatMap((pattern) => {
    const problem = problemOf(pattern);
    if (problem === undefined) return [];
    return [`--cors-allowed-origins has an invalid regular expression: ${pattern}: ${problem}`];
  });
}

function problemOf(pattern: string): string | undefined {
  const error = patternError(pattern);
  if (error !== undefined) return `error parsing regexp: ${error}`;
  const has = (marks: readonly string[]): boolean => marks.some((mark) => pattern.includes(mark));
  if (has(beginnings) && has(ends)) return undefined;
  return 'regular expression does not pin to start/end of host in the origin header';
}

/** The first one, in the words of that time. */
function earlierProblems(patterns: readonly string[]): string[] {
  const [error] = patterns.flatMap((pattern) => patternError(pattern) ?? []);
  if (error === undefined) return [];
  const given = `--cors-allowed-origins flag was set to ${patterns.join(',')}`;
  return [`Invalid CORS allowed origin, ${given} - error parsing regexp: ${error}`];
}
