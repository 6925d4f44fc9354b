import { fillPlaceholders } from '../../api/meta/dialect.ts';
import { isReleasedOnly } from '../../api/meta/released-only.ts';
import type { CertificatesV1beta1ClusterTrustBundle } from '../../api/schema/types.gen.ts';
import { goQuote } from '../../util/quote.ts';
import type { PluginDescriptor } from '../descriptor.ts';
import { objectOf } from './shared/objects.ts';
import { forbidden } from './shared/refusals.ts';
import { maySigner } from './shared/signers.ts';
import { handlingIf } from './shared/targets.ts';

/** Checks that who publishes the certificates of a signer may speak for it. */
export const clusterTrustBundleAttest: PluginDescriptor = {
  name: 'ClusterTrustBundleAttest',
  since: '1.27',
  onByDefault: { since: '1.27' },
  flags: [],
  create: async ({ dialect, gates, authorizer }) => {
    const group = fillPlaceholders(dialect, 'certificates.{api}');
    return {
      handles: handlingIf(gates.isOn('ClusterTrustBundle'), group, 'clustertrustbundles', [
        'CREATE',
        'UPDATE',
      ]),
      validate: async (attributes) => {
        const { object, old } = attributes;
        if (object !== undefined && old !== undefined && isReleasedOnly(object, old)) return;
        const { signerName } = objectOf<CertificatesV1beta1ClusterTrustBundle>(attributes).spec;
        if (!signerName || (await maySigner(authorizer, group, attributes.user, 'attest', signerName)))
          return;
        throw forbidden(attributes, `user not permitted to attest for signerName ${goQuote(signerName)}`);
      },
    };
  },
};
