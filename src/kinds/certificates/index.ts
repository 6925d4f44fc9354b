import type { AnyKindRules, KindDependencies } from '../../registry/kind-rules.ts';
import { certificateSigningRequest } from './certificate-signing-request/index.ts';

export function certificatesKinds(dependencies: KindDependencies): AnyKindRules[] {
  return [certificateSigningRequest(dependencies)];
}
