import type { CertificatesV1beta1PodCertificateRequest } from '../../../api/schema/types.gen.ts';
import { column, exactTable, labelsText, nameColumn } from '../../shared/table.ts';
import { decisions } from './conditions.ts';

type Request = CertificatesV1beta1PodCertificateRequest;

const stateOf = ({ status }: Request): string =>
  (status.conditions ?? []).find(({ type }) => decisions.includes(type))?.type ?? 'Pending';

export const table = exactTable<Request>([
  nameColumn,
  column('PodName', 'string', 'The pod that the certificate is for.', ({ spec }) => spec.podName),
  column('ServiceAccountName', 'string', 'The account of the pod.', ({ spec }) => spec.serviceAccountName),
  column('NodeName', 'string', 'The node that the pod runs on.', ({ spec }) => spec.nodeName),
  column('SignerName', 'string', 'Who shall sign.', ({ spec }) => spec.signerName),
  column('State', 'string', 'What became of it.', stateOf),
  column('UnverifiedUserAnnotations', 'string', 'What the pod says of itself.', ({ spec }) =>
    labelsText(spec.unverifiedUserAnnotations),
  ),
]);
