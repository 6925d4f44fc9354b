import { type SignerNames, signerNames } from '../../api/certificates/signer-names.ts';
import { type Dialect, dialects } from '../../api/meta/dialect.ts';
import type { Flag, FlagValues } from '../../util/flags.ts';

/** The files of a signer, as far as the flags name them. */
export interface SignerFiles {
  certificate: string | undefined;
  key: string | undefined;
}

const duration = 'cluster-signing-duration';
const oldDuration = `experimental-${duration}`;

/** The signer in the names of its flags: `cluster-signing-<word>-cert-file`. */
const words = ({ prefix, nodeAgent }: Dialect): SignerNames => ({
  nodeServing: `${nodeAgent}-serving`,
  nodeClient: `${nodeAgent}-client`,
  client: `${prefix}-apiserver-client`,
  legacyUnknown: 'legacy-unknown',
});

const signers = ['nodeServing', 'nodeClient', 'client', 'legacyUnknown'] as const;

const fileFlags = (word: string, use: string): Flag[] => [
  {
    name: `cluster-signing${word}-cert-file`,
    type: 'text',
    value: 'file',
    description: `certificate (PEM) of the authority that issues ${use}`,
  },
  {
    name: `cluster-signing${word}-key-file`,
    type: 'text',
    value: 'file',
    description: `private key (PEM) of the authority that issues ${use}`,
  },
];

/** The flags of signers in the words of every dialect. */
const signerFlags = dialects.flatMap((dialect) =>
  signers.flatMap((signer) =>
    fileFlags(`-${words(dialect)[signer]}`, `certificates for the signer ${signerNames(dialect)[signer]}`),
  ),
);

export const signingFlags: readonly Flag[] = [
  ...fileFlags('', 'the certificates of all built-in signers'),
  ...new Map(signerFlags.map((flag) => [flag.name, flag])).values(),
  {
    name: duration,
    type: 'duration',
    value: 'duration',
    default: '8760h',
    description: 'how long a certificate is valid that a built-in signer issues, unless it is asked for less',
  },
  {
    name: oldDuration,
    type: 'duration',
    value: 'duration',
    description: `another name of --${duration}`,
  },
];

/** Milliseconds. */
export const signingDuration = (flags: FlagValues): number =>
  flags.duration(flags.has(oldDuration) ? oldDuration : duration);

/** The files of the signers that sign, by the name of the signer. Throws when the flags contradict each other. */
export function signerFiles(flags: FlagValues, dialect: Dialect): Map<string, SignerFiles> {
  const common = filesOf(flags, '');
  const isCommon = common.certificate !== undefined && common.key !== undefined;
  const own = signers.map((signer) => ({ signer, files: ownFiles(flags, dialect, signer) }));
  const given = own.filter(({ files }) => files.certificate !== undefined || files.key !== undefined);
  if (isCommon && given.length > 0)
    throw new Error('cannot specify default and per controller certs at the same time');
  const used = isCommon ? own.map(({ signer }) => ({ signer, files: common })) : given;
  return new Map(used.map(({ signer, files }) => [signerNames(dialect)[signer], files]));
}

/** In the words of this dialect before those of another. */
function ownFiles(flags: FlagValues, dialect: Dialect, signer: keyof SignerNames): SignerFiles {
  const all = [dialect, ...dialects].map((spoken) => filesOf(flags, `-${words(spoken)[signer]}`));
  return {
    certificate: all.find(({ certificate }) => certificate !== undefined)?.certificate,
    key: all.find(({ key }) => key !== undefined)?.key,
  };
}

/** An empty text names no file. */
const filesOf = (flags: FlagValues, word: string): SignerFiles => ({
  certificate: flags.text(`cluster-signing${word}-cert-file`) || undefined,
  key: flags.text(`cluster-signing${word}-key-file`) || undefined,
});
