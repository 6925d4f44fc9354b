import type { FeatureGates } from '../../../api/gates/feature-gates.ts';
import type { Dialect } from '../../../api/meta/dialect.ts';
import type { CoreV1ServiceAccount } from '../../../api/schema/types.gen.ts';
import type { KindRules } from '../../../registry/kind-rules.ts';

/** A warning when an account is newly held to the Secrets that it names, from 1.32 on. */
export function accountWarnings(
  { label }: Dialect,
  gates: FeatureGates,
): Pick<KindRules<CoreV1ServiceAccount>, 'warnings'> {
  if (!gates.isIn('1.32')) return {};
  const annotation = `${label}/enforce-mountable-secrets`;
  const isHeld = (account: CoreV1ServiceAccount | undefined): boolean =>
    account?.metadata.annotations?.[annotation] === 'true';
  return {
    warnings: (account, old) =>
      isHeld(account) && !isHeld(old)
        ? [
            `metadata.annotations[${annotation}]: deprecated in v1.32+; prefer separate namespaces to isolate access to mounted secrets`,
          ]
        : [],
  };
}
