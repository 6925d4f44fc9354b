import type { KindDependencies, KindRules } from '../../registry/kind-rules.ts';
import { certificateSigningRequest } from './certificate-signing-request/index.ts';

export {
  certificateApproval,
  type SignerNames,
  setRequester,
  signerNames,
} from './certificate-signing-request/index.ts';

export function certificatesKinds(dependencies: KindDependencies): KindRules<any>[] {
  return [certificateSigningRequest(dependencies)];
}
