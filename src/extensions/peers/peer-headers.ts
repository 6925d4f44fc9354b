import type { User } from '../../api/meta/user.ts';
import { identityHeaders } from '../aggregation/proxy/identity-headers.ts';

/** Headers of a request to another server: who the caller is, and that it has been passed on once. */
export function peerHeaders(user: User, proxiedHeader: string): string[] {
  const uid = user.uid === '' ? [] : ['X-Remote-Uid', Buffer.from(user.uid).toString('latin1')];
  return [...identityHeaders(user), ...uid, proxiedHeader, 'true'];
}
