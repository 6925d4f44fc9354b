import { type Authorizer, clusterAttributes } from '../../../access/authorization/authorizer.ts';
import type { User } from '../../../api/meta/user.ts';

/** Whether a user may do something for a signer, by its name or by its domain: `example.com/*`. */
export async function maySigner(
  authorizer: Authorizer,
  group: string,
  user: User,
  verb: string,
  signerName: string,
): Promise<boolean> {
  const domain = signerName.split('/', 1)[0]!;
  for (const name of [signerName, `${domain}/*`])
    if (await may(authorizer, group, user, verb, name)) return true;
  return false;
}

/** An authorizer that does not know has not allowed it. */
async function may(
  authorizer: Authorizer,
  group: string,
  user: User,
  verb: string,
  name: string,
): Promise<boolean> {
  const asked = { user, verb, group, resource: 'signers', subresource: '', name };
  const { verdict, error } = await authorizer.authorize(clusterAttributes(asked));
  return verdict === 'allow' && error === undefined;
}
