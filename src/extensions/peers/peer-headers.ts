import type { User } from '../../api/meta/user.ts';
import { headerValue, identityHeaders } from '../aggregation/proxy/identity-headers.ts';

/** Headers of a request to another server: who the caller is, and that it has been passed on once. */
export function peerHeaders(user: User, proxiedHeader: string): string[] {
  const uid = user.uid === '' ? [] : ['X-Remote-Uid', headerValue('X-Remote-Uid', user.uid)];
  return [...identityHeaders(user), ...uid, proxiedHeader, 'true'];
}
