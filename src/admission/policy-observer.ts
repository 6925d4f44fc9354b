import type { Operation } from './plugin.ts';

/** Consequences of a decision of a policy: `allow` is one that could not be worked out and lets the request pass. */
export type PolicyAction = 'allow' | 'deny' | 'audit' | 'warn';

export type PolicyErrorType = 'no_error' | 'invalid_error' | 'compile_error' | 'out_of_budget';

/** The conditions of a webhook or a policy, and what they were asked about. */
export interface ObservedConditions {
  readonly name: string;
  readonly kind: 'webhook' | 'policy';
  readonly type: 'admit' | 'validate';
  readonly operation: Operation;
}

/** Receives what policies and conditions decide, for the metrics. */
export interface PolicyObserver {
  /** A validating policy is in one more of its states. */
  defined(): void;
  validated(
    policy: string,
    binding: string,
    action: PolicyAction,
    error: PolicyErrorType,
    seconds: number,
  ): void;
  mutated(policy: string, binding: string, error: PolicyErrorType, seconds: number): void;
  /** A condition could not be worked out. */
  conditionFailed(conditions: ObservedConditions): void;
  /** A condition was false: the rest was not asked. */
  conditionExcluded(conditions: ObservedConditions): void;
  conditionsAsked(conditions: ObservedConditions, seconds: number): void;
}
