import type { Controller, ControllerDependencies, ControllerDescriptor } from '../controller.ts';
import { requestController } from '../shared/certificate-requests/request-controller.ts';
import { type SignerFiles, signerFiles, signingDuration, signingFlags } from './flags.ts';
import { Signer } from './signer.ts';
import { SigningAuthority } from './signing-authority.ts';

export const certificateSigningController: ControllerDescriptor = {
  name: 'csrsigning',
  account: 'certificate-controller',
  flags: signingFlags,
  async create(dependencies) {
    const files = signerFiles(dependencies.flags, dependencies.dialect);
    if (files.size === 0) return undefined;
    const authorities = await loadAuthorities(files, dependencies);
    const signer = new Signer({ ...dependencies, authorities, maxLife: signingDuration(dependencies.flags) });
    // As many workers as signers: all of them take requests of every signer.
    const worker = requestController(dependencies, authorities.size, (request) => signer.sign(request));
    return together([...new Set(authorities.values()), worker]);
  },
};

/** One authority for each pair of files, however many signers have it. */
async function loadAuthorities(
  files: ReadonlyMap<string, SignerFiles>,
  { log }: ControllerDependencies,
): Promise<Map<string, SigningAuthority>> {
  const known = new Map<SignerFiles, SigningAuthority>();
  const authorities = new Map<string, SigningAuthority>();
  for (const [signer, pair] of files) {
    try {
      const { certificate, key } = pair;
      if (certificate === undefined || key === undefined)
        throw new Error('a certificate file and a key file are needed');
      const authority = known.get(pair) ?? (await SigningAuthority.load({ certificate, key }, log));
      known.set(pair, authority);
      authorities.set(signer, authority);
    } catch (error) {
      throw new Error(`failed to start ${signer} certificate controller: ${(error as Error).message}`);
    }
  }
  return authorities;
}

const together = (parts: readonly Controller[]): Controller => ({
  start() {
    for (const part of parts) part.start();
  },
  async close() {
    await Promise.all(parts.map((part) => part.close()));
  },
});
