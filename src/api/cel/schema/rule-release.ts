import { isReleasedBy } from '../../meta/release.ts';
import type { CelEnvironment } from '../contract.ts';
import { environmentFor } from '../environment.ts';
import { namesInExpressions } from './field-names.ts';

/** All that rules of custom resources may say in a release, and how it answers. */
export interface RuleRelease {
  /** That of rules that are new. */
  readonly fresh: CelEnvironment;
  /** That of rules that are stored, and of all when they are worked out. */
  readonly stored: CelEnvironment;
  /** The names of a field in expressions. */
  readonly naming: (name: string) => readonly string[];
  /** Whether `optionalOldSelf` makes the old value one that may be missing. */
  readonly hasOptionalOld: boolean;
  /** Whether texts of messages are checked strictly, and named shortly. */
  readonly isStrict: boolean;
  /** Whether a rule that is wrong is shown with all of its fields. */
  readonly showsWholeRules: boolean;
  /** Whether values are shown that break a rule, in place of the names of their types. */
  readonly showsValues: boolean;
  /** Whether a value that has not changed may go on breaking rules. */
  readonly keepsUnchanged: boolean;
}

/** The release from which on values have to meet rules in expressions. */
const rulesSince = '1.25';

const optionalOldSince = '1.30';
const unchangedSince = '1.30';
const plainWordsSince = 31;
const strictSince = '1.28';
const wholeRulesSince = '1.34';
const valuesSince = '1.35';

/** Undefined in releases that have no such rules. */
export function ruleRelease(release: string): RuleRelease | undefined {
  const has = (since: string): boolean => isReleasedBy(since, release);
  if (!has(rulesSince)) return undefined;
  const minor = Number(release.split('.')[1]);
  return {
    fresh: environmentFor({ release: minor, isStored: false }),
    stored: environmentFor({ release: minor, isStored: true }),
    naming: (name) => namesInExpressions(name, minor >= plainWordsSince),
    hasOptionalOld: has(optionalOldSince),
    isStrict: has(strictSince),
    showsWholeRules: has(wholeRulesSince),
    showsValues: has(valuesSince),
    keepsUnchanged: has(unchangedSince),
  };
}
