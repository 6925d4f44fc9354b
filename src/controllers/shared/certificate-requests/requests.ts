import { identityOf, type RequestedIdentity } from '../../../api/certificates/signer-rules.ts';
import { type Dialect, fillPlaceholders } from '../../../api/meta/dialect.ts';
import type {
  CertificatesV1CertificateSigningRequest,
  CertificatesV1CertificateSigningRequestCondition,
} from '../../../api/schema/types.gen.ts';
import type { ResourceType } from '../../../client/api/resource-client.ts';
import { type ParsedRequest, parseRequest } from '../../../util/certificate-request.ts';

export type CertificateRequest = CertificatesV1CertificateSigningRequest;
type Condition = CertificatesV1CertificateSigningRequestCondition;

export const requestType = (dialect: Dialect): ResourceType => ({
  group: fillPlaceholders(dialect, 'certificates.{api}'),
  version: 'v1',
  resource: 'certificatesigningrequests',
});

/** Whether there is a condition of this type; its status does not count. */
export const hasCondition = ({ status }: CertificateRequest, type: string): boolean =>
  (status.conditions ?? []).some((condition) => condition.type === type);

/** The request with another status, as v1 takes it. */
export function withStatus(
  dialect: Dialect,
  request: CertificateRequest,
  change: Partial<CertificateRequest['status']>,
): CertificateRequest {
  const { group, version } = requestType(dialect);
  return {
    ...request,
    apiVersion: `${group}/${version}`,
    kind: 'CertificateSigningRequest',
    status: { ...request.status, ...change },
  };
}

/** The conditions and one more. Times that are left out are filled in by the server. */
export const conditionsAnd = (
  { status }: CertificateRequest,
  condition: Pick<Condition, 'message' | 'reason' | 'type'> & Partial<Condition>,
): Condition[] => [
  ...(status.conditions ?? []),
  { status: 'True', lastUpdateTime: null, lastTransitionTime: null, ...condition },
];

/** The requested subject, names and usages, and the requesting user. Throws when the request cannot be parsed. */
export function parse({ metadata, spec }: CertificateRequest): {
  parsed: ParsedRequest;
  identity: RequestedIdentity;
} {
  try {
    const parsed = parseRequest(spec.request);
    return { parsed, identity: identityOf(parsed) };
  } catch (error) {
    throw new Error(`unable to parse csr ${JSON.stringify(metadata.name)}: ${(error as Error).message}`);
  }
}

/** Rejects with the error of `promise`, which then says what was under way. */
export async function doing<T>(what: string, promise: Promise<T>): Promise<T> {
  try {
    return await promise;
  } catch (cause) {
    throw new Error(`${what}: ${(cause as Error).message}`, { cause });
  }
}
