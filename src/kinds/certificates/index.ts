import type { KindDependencies, KindRules } from '../../registry/kind-rules.ts';
import { certificateSigningRequest } from './certificate-signing-request/index.ts';

export { certificateApproval } from './certificate-signing-request/index.ts';

export function certificatesKinds(dependencies: KindDependencies): KindRules<any>[] {
  return [certificateSigningRequest(dependencies)];
}
