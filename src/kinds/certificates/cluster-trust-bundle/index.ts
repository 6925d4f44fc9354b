import { fillPlaceholders } from '../../../api/meta/dialect.ts';
import type { CertificatesV1beta1ClusterTrustBundle } from '../../../api/schema/types.gen.ts';
import type { KindDependencies, KindRules } from '../../../registry/kind-rules.ts';
import { column, exactTable, nameColumn } from '../../shared/table.ts';
import { validateBundle } from './validation.ts';

/** Certificates of authorities that the cluster's pods may trust. */
export function clusterTrustBundle({
  dialect,
}: KindDependencies): KindRules<CertificatesV1beta1ClusterTrustBundle> {
  return {
    group: fillPlaceholders(dialect, 'certificates.{api}'),
    kind: 'ClusterTrustBundle',
    // What a name may be depends on the signer.
    validateName: () => [],
    validateCreate: (bundle) => validateBundle(bundle),
    validateUpdate: validateBundle,
    requiresResourceVersion: true,
    selectableFields: {
      names: ['spec.signerName'],
      of: ({ spec }) => ({ 'spec.signerName': spec.signerName ?? '' }),
    },
    table: exactTable([
      nameColumn,
      column(
        'SignerName',
        'string',
        'The signer whose certificates they are.',
        ({ spec }) => spec.signerName || '<none>',
      ),
    ]),
  };
}
