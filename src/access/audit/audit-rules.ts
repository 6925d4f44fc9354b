import type { FeatureGates } from '../../api/gates/feature-gates.ts';
import type { Step } from '../../util/tracing/request-trace.ts';

/** The differences between releases in what is recorded. */
export interface AuditRules {
  /** Versions of a policy that are read; they differ in their name alone. */
  readonly policyVersions: readonly string[];
  /** Whether `*` in a rule of a policy stands for every group. */
  readonly takesAnyGroup: boolean;
  /** Whether the status of an answer has its details. */
  readonly hasDetails: boolean;
  /** Whether a log file of size 0 grows without an end. */
  readonly isUnlimitedAtZero: boolean;
  /** The annotations of a slow request that say how long a step took; undefined where there are none. */
  readonly latencies: readonly (readonly [annotation: string, step: Step])[] | undefined;
}

/** The releases that tell how long each step took. */
const latencies: readonly (readonly [since: string, annotation: string, step: Step])[] = [
  ['1.24', 'etcd', 'storage'],
  ['1.24', 'serialize-response-object', 'serialization'],
  ['1.27', 'apf-queue-wait', 'flowControl'],
  ['1.34', 'authentication', 'authentication'],
  ['1.34', 'authorization', 'authorization'],
  ['1.36', 'impersonation', 'impersonation'],
];

export function auditRules(gates: Pick<FeatureGates, 'isIn'>): AuditRules {
  const known = latencies.filter(([since]) => gates.isIn(since));
  return {
    policyVersions: gates.isIn('1.24') ? ['v1'] : ['v1', 'v1beta1', 'v1alpha1'],
    takesAnyGroup: gates.isIn('1.36'),
    hasDetails: gates.isIn('1.24'),
    isUnlimitedAtZero: gates.isIn('1.36'),
    latencies: known.length > 0 ? known.map(([, annotation, step]) => [annotation, step]) : undefined,
  };
}
