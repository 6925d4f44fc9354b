import { isDeepStrictEqual } from 'node:util';
import { fillPlaceholders } from '../../api/meta/dialect.ts';
import type { CertificatesV1CertificateSigningRequest } from '../../api/schema/types.gen.ts';
import { maxPemBytes, pemBlocks } from '../../util/pem.ts';
import { goQuote } from '../../util/quote.ts';
import type { PluginDependencies, PluginDescriptor } from '../descriptor.ts';
import type { AdmissionAttributes, AdmissionPlugin } from '../plugin.ts';
import { objectOf, oldOf } from './shared/objects.ts';
import { forbidden } from './shared/refusals.ts';
import { maySigner } from './shared/signers.ts';
import { handling } from './shared/targets.ts';

const resource = 'certificatesigningrequests';
const groupOf = ({ dialect }: PluginDependencies): string => fillPlaceholders(dialect, 'certificates.{api}');

/** Checks that who approves or denies a request may do so for its signer. */
export const certificateApproval: PluginDescriptor = {
  name: 'CertificateApproval',
  onByDefault: true,
  flags: [],
  create: async (dependencies) => ({
    handles: handling(groupOf(dependencies), resource, ['UPDATE'], ['approval']),
    validate: (attributes) => check(dependencies, attributes, 'approve'),
  }),
};

/** Checks that who issues a certificate, or says that there will be none, may sign for that signer. */
export const certificateSigning: PluginDescriptor = {
  name: 'CertificateSigning',
  onByDefault: true,
  flags: [],
  create: async (dependencies) => ({
    handles: handling(groupOf(dependencies), resource, ['UPDATE'], ['status']),
    validate: (attributes) => {
      const { certificate, conditions = [] } = requestOf(attributes).status;
      const old = oldRequestOf(attributes).status;
      if (
        (certificate ?? '') === (old.certificate ?? '') &&
        isDeepStrictEqual(conditions, old.conditions ?? [])
      )
        return;
      return check(dependencies, attributes, 'sign');
    },
  }),
};

/** A certificate of the group `system:masters` is refused to every user. */
export const certificateSubjectRestriction: PluginDescriptor = {
  name: 'CertificateSubjectRestriction',
  onByDefault: true,
  flags: [],
  create: async (dependencies) => subjectRestriction(dependencies),
};

const requestOf = objectOf<CertificatesV1CertificateSigningRequest>;
const oldRequestOf = oldOf<CertificatesV1CertificateSigningRequest>;

async function check(
  dependencies: PluginDependencies,
  attributes: AdmissionAttributes,
  verb: 'approve' | 'sign',
): Promise<void> {
  const { signerName } = oldRequestOf(attributes).spec;
  if (await maySigner(dependencies.authorizer, groupOf(dependencies), attributes.user, verb, signerName))
    return;
  throw forbidden(
    attributes,
    `user not permitted to ${verb} requests with signerName ${goQuote(signerName)}`,
  );
}

function subjectRestriction(dependencies: PluginDependencies): AdmissionPlugin {
  const { label, prefix } = dependencies.dialect;
  const restricted = `${label}/${prefix}-apiserver-client`;
  return {
    handles: handling(groupOf(dependencies), resource, ['CREATE']),
    validate: (attributes) => {
      const { signerName, request } = requestOf(attributes).spec;
      if (signerName === restricted) return checkSubject(attributes, request, restricted);
    },
  };
}

async function checkSubject(attributes: AdmissionAttributes, request: string, signer: string): Promise<void> {
  const organizations = await organizationsOf(request).catch((error: Error) => {
    throw forbidden(attributes, `failed to parse CSR: ${error.message}`);
  });
  if (!organizations.includes('system:masters')) return;
  throw forbidden(attributes, `use of ${signer} signer with system:masters group is not allowed`);
}

/** `request` is the base64 of a PEM text, whose first block counts. Rejects with what is wrong with it. */
async function organizationsOf(request: string): Promise<string[]> {
  const pem = Buffer.from(request, 'base64');
  if (pem.length > maxPemBytes) throw new Error(`must have at most ${maxPemBytes} bytes`);
  const [block] = pemBlocks(pem.toString('latin1'));
  if (block?.label !== 'CERTIFICATE REQUEST') throw new Error('PEM block type must be CERTIFICATE REQUEST');
  // Large, and needed by few servers.
  const { Pkcs10CertificateRequest } = await import('../../util/x509-library.ts');
  return new Pkcs10CertificateRequest(block.bytes).subjectName.getField('O');
}
