import type { CoreV1Secret, CoreV1ServiceAccount } from '../../../api/schema/types.gen.ts';
import { type PartialObject, ResourceClient } from '../../../client/api/resource-client.ts';
import type { Describer, DescribeTools } from '../describer.ts';

export const serviceAccount: Describer<CoreV1ServiceAccount> = {
  async describe(to, { metadata, imagePullSecrets = [], secrets = [] }, tools) {
    const found = await secretsIn(metadata.namespace ?? '', tools);
    const existing = new Set(found?.map((secret) => secret.metadata.name));
    const names = (references: readonly { name?: string }[]): string[] =>
      references.map(({ name = '' }) =>
        found === undefined || existing.has(name) ? name : `${name} (not found)`,
      );
    to.head(metadata);
    to.values(0, 'Image pull secrets', names(imagePullSecrets));
    to.values(0, 'Mountable secrets', names(secrets));
    const domain = `${to.dialect.label}/service-account`;
    const tokens = (found ?? []).filter(({ metadata: { annotations = {} } }) => {
      return annotations[`${domain}.name`] === metadata.name && annotations[`${domain}.uid`] === metadata.uid;
    });
    to.values(0, 'Tokens', names(tokens.map((token) => token.metadata)));
  },
};

/** The names of the Secrets of the namespace, without their data. Undefined when the user may not read them. */
async function secretsIn(
  namespace: string,
  { client }: DescribeTools,
): Promise<readonly PartialObject[] | undefined> {
  const secrets = new ResourceClient<CoreV1Secret>(client, { group: '', version: 'v1', resource: 'secrets' });
  return secrets.listMetadata(namespace).then(
    ({ items }) => items,
    () => undefined,
  );
}
