import type { User } from '../../../api/meta/user.ts';
import type { CertificatesV1CertificateSigningRequest } from '../../../api/schema/types.gen.ts';

/** Sets the requester to the authenticated user; values from the client are dropped. */
export function setRequester({ spec }: CertificatesV1CertificateSigningRequest, user?: User): void {
  delete spec.username;
  delete spec.uid;
  delete spec.groups;
  delete spec.extra;
  if (user === undefined) return;
  spec.username = user.name;
  spec.uid = user.uid;
  spec.groups = [...user.groups];
  spec.extra = Object.fromEntries(Object.entries(user.extra).map(([key, values]) => [key, [...values]]));
}
