import type { FeatureGates } from '../../api/gates/feature-gates.ts';
import { type Dialect, fillPlaceholders } from '../../api/meta/dialect.ts';
import type { CertificatesV1beta1PodCertificateRequest } from '../../api/schema/types.gen.ts';
import { timeMs } from '../../api/values/time.ts';
import type { ControllerDescriptor } from '../controller.ts';
import { requestType } from '../shared/certificate-requests/requests.ts';
import { type CleanedRequests, Cleaner } from './cleaner.ts';
import { isOver } from './expiry.ts';

const minute = 60_000;

export const certificateCleaningController: ControllerDescriptor = {
  name: 'csrcleaner',
  account: 'certificate-controller',
  flags: [],
  create: async (dependencies) =>
    new Cleaner(dependencies, { type: requestType(dependencies.dialect), interval: 60 * minute, isOver }),
};

/** Requests for certificates of pods are answered at once or not at all. */
export const podCertificateCleaningController: ControllerDescriptor = {
  name: 'podcertificaterequest-cleaner-controller',
  account: 'podcertificaterequestcleaner',
  gate: 'PodCertificateRequest',
  flags: [],
  create: async (dependencies) => {
    const { dialect, gates } = dependencies;
    return new Cleaner(dependencies, podCertificateRequests(dialect, gates));
  },
};

export const podCertificateRequests = (
  dialect: Dialect,
  gates: FeatureGates,
): CleanedRequests<CertificatesV1beta1PodCertificateRequest> => ({
  type: {
    group: fillPlaceholders(dialect, 'certificates.{api}'),
    version: gates.isIn('1.35') ? 'v1beta1' : 'v1alpha1',
    resource: 'podcertificaterequests',
  },
  interval: 5 * minute,
  isOver: ({ metadata }, now) => now - timeMs(String(metadata.creationTimestamp)) > 15 * minute,
});
