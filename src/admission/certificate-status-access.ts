import type { Authorizer } from '../access/authorization/authorizer.ts';
import { equalValues } from '../api/json/json-values.ts';
import type { CertificatesV1beta1PodCertificateRequest } from '../api/schema/types.gen.ts';
import { FieldPath, forbidden } from '../api/validation/field-errors.ts';
import { invalidObject } from '../api/validation/invalid-object.ts';
import { goQuote } from '../util/quote.ts';
import type { NamedPlugin } from './chain.ts';
import { maySigner } from './plugins/shared/signers.ts';

type PodCertificateRequest = CertificatesV1beta1PodCertificateRequest;

/**
 * Makes sure that a signer issues the certificate of a pod, or says that there will be none. Not one of the plugins that
 * flags know: it cannot be turned off. `group`: that of the requests.
 */
export const certificateStatusAccess = (group: string, authorizer: Authorizer): NamedPlugin => ({
  name: 'CertificateStatusAccess',
  plugin: {
    handles: (target) =>
      target.operation === 'UPDATE' &&
      target.group === group &&
      target.resource === 'podcertificaterequests' &&
      target.subresource === 'status',
    async validate({ kind, name, object, old, user }) {
      const { spec, status } = object as unknown as PodCertificateRequest;
      if (equalValues(status, (old as unknown as PodCertificateRequest).status)) return;
      if (await maySigner(authorizer, group, user, 'sign', spec.signerName)) return;
      const text = `User ${goQuote(user.name)} is not permitted to "sign" for signer ${goQuote(spec.signerName)}`;
      throw invalidObject(kind, name, [forbidden(FieldPath.of('spec', 'signerName'), text)]);
    },
  },
});
