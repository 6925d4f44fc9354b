import { type AlternativeNameType, alternativeNamesOf } from '../../util/alternative-names.ts';
import type { ParsedRequest } from '../../util/certificate-request.ts';
import { type Subject, subjectIn } from '../../util/x509.ts';

/** Subject and names of a certificate request. */
export interface RequestedIdentity extends Required<Subject> {
  /** The types of its subject alternative names. */
  nameTypes: ReadonlySet<AlternativeNameType>;
}

/** The first breach of a signer's rules, as clients see it; undefined when the signer may sign. */
export type SignerRule = (identity: RequestedIdentity, usages: readonly string[]) => string | undefined;

/** Throws when the alternative names cannot be read. */
export const identityOf = (request: ParsedRequest): RequestedIdentity => ({
  ...subjectIn(request.details.subjectName),
  nameTypes: new Set(alternativeNamesOf(request).map(({ type }) => type)),
});

/** Rule of certificates with which a node serves. */
export const nodeServingRule: SignerRule = (identity, usages) =>
  organizationBreach(identity) ??
  (identity.nameTypes.has('dns') || identity.nameTypes.has('ip')
    ? undefined
    : 'DNS or IP subjectAltName is required') ??
  nameBreach(identity, ['email', 'uri']) ??
  usageBreach(usages, ['digital signature', 'key encipherment', 'server auth']) ??
  commonNameBreach(identity);

/** Rule of certificates with which a node is a client of the API. */
export const nodeClientRule: SignerRule = (identity, usages) =>
  organizationBreach(identity) ??
  nameBreach(identity, ['dns', 'email', 'ip', 'uri']) ??
  commonNameBreach(identity) ??
  usageBreach(usages, ['client auth', 'digital signature', 'key encipherment']);

/** Rule of certificates of any client of the API. */
export const clientRule: SignerRule = (_identity, usages) => {
  const allowed = ['client auth', 'digital signature', 'key encipherment'];
  const other = usages.find((usage) => !allowed.includes(usage));
  if (other !== undefined) return `invalid usage for client certificate: ${other}`;
  if (!usages.includes('client auth')) return 'missing required usage for client certificate: client auth';
  return undefined;
};

const nameWords: Readonly<Record<AlternativeNameType, string>> = {
  dns: 'DNS',
  email: 'Email',
  ip: 'IP',
  uri: 'URI',
};

const organizationBreach = ({ organizations }: RequestedIdentity): string | undefined =>
  organizations.length === 1 && organizations[0] === 'system:nodes'
    ? undefined
    : 'subject organization is not system:nodes';

const commonNameBreach = ({ commonName }: RequestedIdentity): string | undefined =>
  commonName.startsWith('system:node:') ? undefined : 'subject common name does not begin with system:node:';

function nameBreach(
  { nameTypes }: RequestedIdentity,
  forbidden: readonly AlternativeNameType[],
): string | undefined {
  const found = forbidden.find((type) => nameTypes.has(type));
  return found === undefined ? undefined : `${nameWords[found]} subjectAltNames are not allowed`;
}

/** Order and repetitions do not count. */
function usageBreach(usages: readonly string[], required: readonly string[]): string | undefined {
  const areEqual =
    required.every((usage) => usages.includes(usage)) && usages.every((usage) => required.includes(usage));
  return areEqual ? undefined : `usages did not match [${required.join(' ')}]`;
}
