import { writeJson } from '../../api/codec/json.ts';
import type { User } from '../../api/meta/user.ts';
import type { ResourceVersion } from '../matching/resource-version.ts';
import type { Shown } from '../matching/versioned-objects.ts';
import type { AdmissionAttributes } from '../plugin.ts';

/** The parts of a review that differ between webhooks of the same request. */
export interface Asked {
  /** `admission.example/v1` */
  readonly apiVersion: string;
  readonly uid: string;
  readonly as: ResourceVersion;
  readonly shown: Shown;
}

/**
 * An AdmissionReview as it goes to a webhook. Its objects are texts already: they are most of it, and several
 * webhooks get the same ones.
 */
export function reviewText(attributes: AdmissionAttributes, { apiVersion, uid, as, shown }: Asked): string {
  const { group, version, resource, subresource, name, namespace, operation, user, dryRun, options } =
    attributes;
  const request = JSON.stringify({
    uid,
    kind: kindOf(shown.kind),
    resource: { group: as.group, version: as.version, resource: as.resource },
    ...optional({ subResource: subresource }),
    requestKind: kindOf(attributes.kind),
    requestResource: { group, version, resource },
    ...optional({ requestSubResource: subresource, name, namespace }),
    operation,
    userInfo: userInfo(user),
  });
  const objects = `"object":${shown.object},"oldObject":${shown.old}`;
  const rest = `"dryRun":${dryRun},"options":${options === undefined ? 'null' : writeJson(options)}`;
  return `{"kind":"AdmissionReview","apiVersion":"${apiVersion}","request":${request.slice(0, -1)},${objects},${rest}}}`;
}

const kindOf = ({ group, version, kind }: AdmissionAttributes['kind']) => ({ group, version, kind });

function userInfo({ name, uid, groups, extra }: User): object {
  return {
    ...optional({ username: name, uid }),
    ...(groups.length > 0 ? { groups } : {}),
    ...(Object.keys(extra).length > 0 ? { extra } : {}),
  };
}

const optional = (texts: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== ''));
