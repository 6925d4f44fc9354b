import type { CertificatesV1CertificateSigningRequest } from '../../../api/schema/types.gen.ts';
import { humanDuration } from '../../../util/duration.ts';
import { ageColumn, column, tableOf } from '../../shared/table.ts';
import { conditionsOf } from './conditions.ts';

type Request = CertificatesV1CertificateSigningRequest;

export const table = tableOf<Request>([
  ageColumn,
  column('SignerName', 'string', 'Who shall sign.', ({ spec }) => spec.signerName || '<none>'),
  column('Requestor', 'string', 'Who asked.', ({ spec }) => spec.username ?? ''),
  column('RequestedDuration', 'string', 'How long the certificate shall be good for.', durationText),
  column('Condition', 'string', 'What was decided, and whether there is a certificate.', conditionText),
]);

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
