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
import { namesOfCertificate } from '../../../util/alternative-names.ts';
import { publicKeyOfRequest } from '../../../util/certificate-request.ts';
import { type PemBlock, pemBlocks } from '../../../util/pem.ts';
import { nameFaults } from './name-faults.ts';

type Request = CertificatesV1beta1PodCertificateRequest;

const statusPath = FieldPath.of('status');
const chainPath = statusPath.child('certificateChain');
const certificateLabel = 'CERTIFICATE';
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
  const blocks = pemBlocks(chain);
  const leaf = parseLeaf(blocks[0]);
  if (typeof leaf === 'string') return [invalid(chainPath, chain, leaf)];
  const errors = nameFaults(leaf.raw).map(([name, text]) => invalid(chainPath, name, text));
  const key = leaf.publicKey.export({ format: 'der', type: 'spki' });
  if (!key.equals(requestedKey(request)))
    return [
      ...errors,
      invalid(chainPath, chain, 'leaf certificate was not issued to the requested public key'),
    ];
  errors.push(...validatePresence(request));
  if (errors.length > 0) return errors;
  const timeErrors = validateTimes(request, leaf, context);
  if (timeErrors.length > 0) return timeErrors;
  const fault = faultOfOthers(blocks.slice(1));
  return fault === undefined ? [] : [invalid(chainPath, chain, fault)];
}

/** The certificate of the pod, which comes first; or what is wrong with it. */
function parseLeaf(block: PemBlock | undefined): X509Certificate | string {
  if (block === undefined) return 'issued certificate chain must contain at least one certificate';
  if (block.label !== certificateLabel)
    return 'issued certificate chain must consist entirely of CERTIFICATE PEM blocks';
  return parsedCertificate(block.bytes) ?? 'leaf certificate does not parse as valid X.509';
}

function faultOfOthers(blocks: readonly PemBlock[]): string | undefined {
  for (const { label, bytes } of blocks) {
    // Of the other certificates it is said so, with a letter less.
    if (label !== certificateLabel)
      return 'issued certificate chain must consist entirely of CERTFICATE PEM blocks';
    if (parsedCertificate(bytes) === undefined)
      return 'intermediate certificate does not parse as valid X.509';
  }
  return undefined;
}

function parsedCertificate(bytes: Buffer): X509Certificate | undefined {
  try {
    // The library parses certificates of which the names cannot be read.
    namesOfCertificate(bytes);
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

/** All three times are there, or each that is missing is named. */
function validatePresence({ status }: Request): FieldError[] {
  const consistent = 'must be present and consistent with the issued certificate';
  const texts = {
    notBefore: consistent,
    notAfter: consistent,
    beginRefreshAt: 'must be present and in the range [notbefore+10min, notafter-10min]',
  };
  return (Object.keys(texts) as (keyof typeof texts)[])
    .filter((name) => status[name] === undefined)
    .map((name) => required(statusPath.child(name), texts[name]));
}

function validateTimes(request: Request, leaf: X509Certificate, context: IssueContext): FieldError[] {
  const { notBefore, notAfter, beginRefreshAt } = request.status;
  const max = request.spec.maxExpirationSeconds ?? 0;
  const [start, end] = [leaf.validFromDate.getTime(), leaf.validToDate.getTime()];
  const refresh = timeMs(beginRefreshAt!);
  const wrong = (name: string, value: unknown, text: string): FieldError[] => [
    invalid(statusPath.child(name), value, text),
  ];
  if (timeMs(notBefore!) !== start)
    return wrong('notBefore', notBefore, 'must be set to the NotBefore time encoded in the leaf certificate');
  if (Math.abs(start - context.now) >= 5 * minute) {
    const server = `${context.dialect.prefix}-apiserver`;
    return wrong('notBefore', notBefore, `must be set to within 5 minutes of ${server}'s current time`);
  }
  if (timeMs(notAfter!) !== end)
    return wrong('notAfter', notAfter, 'must be set to the NotAfter time encoded in the leaf certificate');
  // Messages show durations in nanoseconds.
  const lifetime = BigInt(end - start) * 1_000_000n;
  if (end - start < hour)
    return wrong('certificateChain', lifetime, 'leaf certificate lifetime must be >= 1 hour');
  if (end - start > max * 1000)
    return wrong(
      'certificateChain',
      lifetime,
      `leaf certificate lifetime must be <= spec.maxExpirationSeconds (${max})`,
    );
  if (refresh < start + 10 * minute)
    return wrong('beginRefreshAt', beginRefreshAt, 'must be at least 10 minutes after status.notBefore');
  return refresh > end - 10 * minute
    ? wrong('beginRefreshAt', beginRefreshAt, 'must be at least 10 minutes before status.notAfter')
    : [];
}
