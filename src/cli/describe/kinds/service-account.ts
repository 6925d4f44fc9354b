import type { CoreV1ServiceAccount } from '../../../api/schema/types.gen.ts';
import type { Describer } from '../describer.ts';

export const serviceAccount: Describer<CoreV1ServiceAccount> = {
  describe(to, { metadata, imagePullSecrets = [], secrets = [] }) {
    to.head(metadata);
    const names = (references: readonly { name?: string }[]): string[] =>
      references.map(({ name = '' }) => name);
    to.values(0, 'Image pull secrets', names(imagePullSecrets));
    to.values(0, 'Mountable secrets', names(secrets));
    const tokens = names(secrets).filter((name) => name.startsWith(`${metadata.name}-token-`));
    to.values(0, 'Tokens', tokens);
  },
};
