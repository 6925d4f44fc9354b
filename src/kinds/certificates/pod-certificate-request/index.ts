import { fillPlaceholders } from '../../../api/meta/dialect.ts';
import type { CertificatesV1beta1PodCertificateRequest } from '../../../api/schema/types.gen.ts';
import { nameIsDnsSubdomain } from '../../../api/validation/names.ts';
import type { KindDependencies, KindRules } from '../../../registry/kind-rules.ts';
import { statusStrategy } from '../../shared/status-strategy.ts';
import { validateRequest, validateUnchanged } from './spec-validation.ts';
import { validateStatus } from './status-validation.ts';
import { table } from './table.ts';

/** A request of a node for a certificate with which one of its pods says who it is. */
export function podCertificateRequest({
  dialect,
  clock,
}: KindDependencies): KindRules<CertificatesV1beta1PodCertificateRequest> {
  return {
    group: fillPlaceholders(dialect, 'certificates.{api}'),
    kind: 'PodCertificateRequest',
    validateName: nameIsDnsSubdomain,
    prepareForCreate(request) {
      request.status = {};
    },
    validateCreate: (request) => validateRequest(request, dialect),
    prepareForUpdate(request, old) {
      request.status = old.status;
    },
    validateUpdate: validateUnchanged,
    status: {
      ...statusStrategy,
      validateUpdate: (request, old) => validateStatus(request, old, { now: clock.now(), dialect }),
    },
    requiresResourceVersion: true,
    selectableFields: {
      names: ['spec.signerName', 'spec.podName', 'spec.nodeName'],
      of: ({ spec }) => ({
        'spec.signerName': spec.signerName,
        'spec.podName': spec.podName,
        'spec.nodeName': spec.nodeName,
      }),
      withoutNamespace: true,
    },
    table,
  };
}
