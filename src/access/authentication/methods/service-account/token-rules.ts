import type { FeatureGates } from '../../../../api/gates/feature-gates.ts';
import { type TokenTexts, tokenTexts } from './token-texts.ts';

/** The differences between releases in how tokens of service accounts are checked. */
export interface TokenRules {
  readonly texts: TokenTexts;
  /** Whether the user of a token has the id of the token. */
  readonly showsId: boolean;
  /** Whether the user of a token that is bound to a pod has the node of the pod. */
  readonly showsPodNode: boolean;
  /** Whether tokens may be bound to a node. */
  readonly acceptsNodes: boolean;
  /** Whether a token that was issued in the future is refused. */
  readonly checksIssueTime: boolean;
  /** Whether Secrets say when their tokens were used last, and may be marked as invalid. */
  readonly tracksSecrets: boolean;
}

export function tokenRules(gates: FeatureGates): TokenRules {
  // Earlier releases accept what the issuer of another release signed.
  const isOn = (gate: string): boolean => !gates.isIn('1.24') || gates.isOn(gate);
  return {
    texts: tokenTexts(gates),
    showsId: gates.isOn('ServiceAccountTokenJTI'),
    showsPodNode: isOn('ServiceAccountTokenPodNodeInfo'),
    acceptsNodes: isOn('ServiceAccountTokenNodeBindingValidation'),
    checksIssueTime: gates.isIn('1.27'),
    tracksSecrets: gates.isOn('LegacyServiceAccountTokenTracking'),
  };
}
