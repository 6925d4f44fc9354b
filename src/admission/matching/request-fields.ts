import type { User } from '../../api/meta/user.ts';
import type { AdmissionAttributes } from '../plugin.ts';

/** Parts of the request that admission reviews and expressions are told, in their form there. Empty ones are left out. */
export function userInfo({ name, uid, groups, extra }: User): object {
  return {
    ...givenTexts({ username: name, uid }),
    ...(groups.length > 0 ? { groups } : {}),
    ...(Object.keys(extra).length > 0 ? { extra } : {}),
  };
}

export const givenTexts = (texts: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== ''));

export const kindFields = ({ group, version, kind }: AdmissionAttributes['kind']) => ({
  group,
  version,
  kind,
});
