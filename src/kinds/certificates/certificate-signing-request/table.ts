import type { CertificatesV1CertificateSigningRequest } from '../../../api/schema/types.gen.ts';
import type { TableRules } from '../../../registry/kind-rules.ts';
import { humanDuration } from '../../../util/duration.ts';
import { ageCell, ageColumn, column, nameColumn } from '../../shared/table.ts';
import { conditionsOf } from './conditions.ts';

type Request = CertificatesV1CertificateSigningRequest;

export const table: TableRules<Request> = {
  columns: [
    nameColumn,
    ageColumn,
    column('SignerName', 'string', 'Who shall sign.'),
    column('Requestor', 'string', 'Who asked.'),
    column('RequestedDuration', 'string', 'How long the certificate shall be good for.'),
    column('Condition', 'string', 'What was decided, and whether there is a certificate.'),
  ],
  cells: (request, now) => {
    const { metadata, spec } = request;
    return [
      metadata.name ?? '',
      ageCell(metadata, now),
      spec.signerName || '<none>',
      spec.username ?? '',
      spec.expirationSeconds === undefined ? '<none>' : humanDuration(spec.expirationSeconds * 1000),
      conditionText(request),
    ];
  },
};

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
