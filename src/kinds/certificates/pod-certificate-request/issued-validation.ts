import { X509Certificate } from 'node:crypto';
import type { Dialect } from '../../../api/meta/dialect.ts';
import type { CertificatesV1beta1PodCertificateRequest } from '../../../api/schema/types.gen.ts';
import {
  type FieldError,
  FieldPath,
  invalid,
  required,
  tooLong,
} from '../../../api/validation/field-errors.ts';
import { timeMs } from '../../../api/values/time.ts';
import { publicKeyOfRequest } from '../../../util/certificate-request.ts';
import { pemBlocks } from '../../../util/pem.ts';

type Request = CertificatesV1beta1PodCertificateRequest;

const statusPath = FieldPath.of('status');
const chainPath = statusPath.child('certificateChain');
const maxChainBytes = 100 * 1024;
const minute = 60_000;
const hour = 60 * minute;

export interface IssueContext {
  /** Milliseconds. */
  now: number;
  dialect: Dialect;
}

/** Validates that a certificate fits its request, and the times at which it is good. */
export function validateIssued(request: Request, context: IssueContext): FieldError[] {
  const chain = request.status.certificateChain ?? '';
  if (Buffer.byteLength(chain) > maxChainBytes) return [tooLong(chainPath, maxChainBytes)];
  const parsed = parseChain(chain);
  if (typeof parsed === 'string') return [invalid(chainPath, chain, parsed)];
  const key = parsed.publicKey.export({ format: 'der', type: 'spki' });
  if (!key.equals(requestedKey(request)))
    return [invalid(chainPath, chain, 'leaf certificate was not issued to the requested public key')];
  return validateTimes(request, parsed, context);
}

/** The certificate of the pod, which comes first; or what is wrong with the chain. */
function parseChain(chain: string): X509Certificate | string {
  const blocks = pemBlocks(chain);
  const [leaf, ...others] = blocks;
  if (leaf === undefined) return 'issued certificate chain must contain at least one certificate';
  if (blocks.some(({ label }) => label !== 'CERTIFICATE'))
    return 'issued certificate chain must consist entirely of CERTIFICATE PEM blocks';
  const certificate = parsedCertificate(leaf.bytes);
  if (certificate === undefined) return 'leaf certificate does not parse as valid X.509';
  return others.every(({ bytes }) => parsedCertificate(bytes) !== undefined)
    ? certificate
    : 'intermediate certificate does not parse as valid X.509';
}

function parsedCertificate(bytes: Buffer): X509Certificate | undefined {
  try {
    return new X509Certificate(bytes);
  } catch {
    return undefined;
  }
}

function requestedKey({ spec }: Request): Buffer {
  const { stubPKCS10Request, pkixPublicKey } = spec;
  return stubPKCS10Request
    ? publicKeyOfRequest(Buffer.from(stubPKCS10Request, 'base64'))
    : Buffer.from(pkixPublicKey ?? '', 'base64');
}

function validateTimes(
  { spec, status }: Request,
  leaf: X509Certificate,
  { now, dialect }: IssueContext,
): FieldError[] {
  const { notBefore, notAfter, beginRefreshAt } = status;
  const path = (name: string): FieldPath => statusPath.child(name);
  const consistent = 'must be present and consistent with the issued certificate';
  if (notBefore === undefined) return [required(path('notBefore'), consistent)];
  if (notAfter === undefined) return [required(path('notAfter'), consistent)];
  const [start, end] = [leaf.validFromDate.getTime(), leaf.validToDate.getTime()];
  const wrong = (name: string, value: string, text: string): FieldError[] => [
    invalid(path(name), value, text),
  ];
  if (timeMs(notBefore) !== start)
    return wrong('notBefore', notBefore, 'must be set to the NotBefore time encoded in the leaf certificate');
  if (timeMs(notAfter) !== end)
    return wrong('notAfter', notAfter, 'must be set to the NotAfter time encoded in the leaf certificate');
  if (Math.abs(start - now) > 5 * minute)
    return wrong(
      'notBefore',
      notBefore,
      `must be set to within 5 minutes of ${dialect.prefix}-apiserver's current time`,
    );
  const max = spec.maxExpirationSeconds ?? 0;
  if (end - start < hour)
    return wrong(
      'certificateChain',
      status.certificateChain ?? '',
      'leaf certificate lifetime must be >= 1 hour',
    );
  if (end - start > max * 1000)
    return wrong(
      'certificateChain',
      status.certificateChain ?? '',
      `leaf certificate lifetime must be <= spec.maxExpirationSeconds (${max})`,
    );
  if (beginRefreshAt === undefined)
    return [
      required(path('beginRefreshAt'), 'must be present and in the range [notbefore+10min, notafter-10min]'),
    ];
  const refresh = timeMs(beginRefreshAt);
  if (refresh < start + 10 * minute)
    return wrong('beginRefreshAt', beginRefreshAt, 'must be at least 10 minutes after status.notBefore');
  return refresh > end - 10 * minute
    ? wrong('beginRefreshAt', beginRefreshAt, 'must be at least 10 minutes before status.notAfter')
    : [];
}
