/** A decision of the standards of pods, in the words of metrics. */
export interface PodSecurityDecision {
  readonly decision: 'allow' | 'deny';
  /** `privileged`, `baseline`, `restricted`. */
  readonly policy_level: string;
  /** `latest`, `v1.30`, `future`. */
  readonly policy_version: string;
  readonly mode: 'enforce' | 'audit' | 'warn';
  /** `create`, `update`. */
  readonly request_operation: string;
  /** `pod`, or `controller` for what makes pods. */
  readonly resource: string;
  readonly subresource: string;
}

/** Receives what the standards of pods decide. */
export interface PodSecurityObserver {
  evaluated(decision: PodSecurityDecision): void;
  /** A request is exempt. */
  exempted(operation: string, resource: string, subresource: string): void;
}
