import type { FeatureGates } from '../../api/gates/feature-gates.ts';

/** The differences between releases in what is done with a TokenRequest. */
export interface TokenRequestRules {
  /** Whether a token that is bound to a pod says where the pod runs. */
  readonly showsPodNode: boolean;
  /** The reason why tokens are not bound to Nodes, by how the type is called; undefined where they are. */
  readonly nodeRefusal: ((type: string) => string) | undefined;
  /** Whether the client is warned of a token that lives shorter than it asked for. */
  readonly warnsOfShortLife: boolean;
  /** The consequence of a uid that is not the account's; undefined: it is not looked at. */
  readonly otherUid: 'refuse' | 'warn' | undefined;
}

const nodeGate = 'ServiceAccountTokenNodeBinding';

export function tokenRequestRules(gates: FeatureGates): TokenRequestRules {
  const uidGate = gates.isOn('TokenRequestServiceAccountUIDValidation');
  return {
    showsPodNode: gates.isOn('ServiceAccountTokenPodNodeInfo'),
    nodeRefusal: nodeRefusal(gates),
    warnsOfShortLife: gates.isIn('1.24'),
    otherUid: gates.isIn('1.34') ? (uidGate ? 'refuse' : 'warn') : undefined,
  };
}

function nodeRefusal(gates: FeatureGates): TokenRequestRules['nodeRefusal'] {
  if (!gates.isIn('1.24') || gates.isOn(nodeGate)) return undefined;
  return gates.isIn('1.29')
    ? () => `cannot bind token to a Node object as the "${nodeGate}" feature-gate is disabled`
    : unknownType;
}

export const unknownType = (type: string): string => `cannot bind token to object of type ${type}`;
