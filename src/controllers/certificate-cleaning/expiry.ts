import { X509Certificate } from 'node:crypto';
import { pemBlocks } from '../../util/pem.ts';
import { type CertificateRequest, hasCondition } from '../shared/certificate-requests/requests.ts';

const hour = 3_600_000;

/** Milliseconds that a request is kept after its decision, certificate or not. */
const decidedLife = hour;
/** Milliseconds that a request waits for its first condition. */
const pendingLife = 24 * hour;

const decisions = ['Approved', 'Denied', 'Failed'];

/** Whether the request is to be deleted, at this time in milliseconds. */
export function isOver(request: CertificateRequest, now: number): boolean {
  const { conditions = [] } = request.status;
  if (conditions.length === 0) return isOlder(request.metadata.creationTimestamp, pendingLife, now);
  const isOld = conditions.some(
    ({ type, lastUpdateTime }) => decisions.includes(type) && isOlder(lastUpdateTime, decidedLife, now),
  );
  return isOld || (hasCondition(request, 'Approved') && hasExpired(request.status.certificate, now));
}

/** A time that is not known is never long ago. */
function isOlder(time: string | null | undefined, life: number, now: number): boolean {
  return typeof time === 'string' && now - Date.parse(time) > life;
}

/** Whether the first certificate is past its end. One that cannot be read does not end. */
function hasExpired(certificate: string | undefined, now: number): boolean {
  if (!certificate) return false;
  try {
    const [block] = pemBlocks(Buffer.from(certificate, 'base64').toString('latin1'));
    return block !== undefined && new X509Certificate(block.bytes).validToDate.getTime() < now;
  } catch {
    return false;
  }
}
