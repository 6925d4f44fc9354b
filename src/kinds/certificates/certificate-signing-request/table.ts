import type { FeatureGates } from '../../../api/gates/feature-gates.ts';
import type { CertificatesV1CertificateSigningRequest } from '../../../api/schema/types.gen.ts';
import type { TableRules } from '../../../registry/kind-rules.ts';
import { humanDuration } from '../../../util/duration.ts';
import { ageColumn, column, tableOf } from '../../shared/table.ts';
import { conditionsOf } from './conditions.ts';

type Request = CertificatesV1CertificateSigningRequest;

export const requestTable = (gates: FeatureGates): TableRules<Request> =>
  tableOf<Request>([
    ageColumn,
    column('SignerName', 'string', 'Who shall sign.', ({ spec }) => spec.signerName || '<none>'),
    column('Requestor', 'string', 'Who asked.', ({ spec }) => spec.username ?? ''),
    ...(gates.isIn('1.22') ? [durationColumn] : []),
    column('Condition', 'string', 'What was decided, and whether there is a certificate.', conditionText),
  ]);

const durationColumn = column(
  'RequestedDuration',
  'string',
  'How long the certificate shall be good for.',
  durationText,
);

function durationText({ spec: { expirationSeconds } }: Request): string {
  return expirationSeconds === undefined ? '<none>' : humanDuration(expirationSeconds * 1000);
}

/** `Approved,Issued`. */
function conditionText(request: Request): string {
  const has = (type: string) => conditionsOf(request, type).length > 0;
  const decision = has('Denied') ? 'Denied' : has('Approved') ? 'Approved' : 'Pending';
  return [
    decision,
    ...(has('Failed') ? ['Failed'] : []),
    ...(request.status.certificate ? ['Issued'] : []),
  ].join(',');
}
