/** Receives how long the validation of custom resources takes, in seconds. */
export interface RuleObserver {
  /** A rule was compiled. */
  compiled(seconds: number): void;
  /** All rules were asked about an object. */
  evaluated(seconds: number): void;
  /** It was found out what was wrong with an object before. */
  ratcheted(seconds: number): void;
}

export const noRuleObserver: RuleObserver = { compiled: () => {}, evaluated: () => {}, ratcheted: () => {} };
