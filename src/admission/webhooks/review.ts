import { writeJson } from '../../api/codec/json.ts';
import { givenTexts, kindFields, userInfo } from '../matching/request-fields.ts';
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
    kind: kindFields(shown.kind),
    resource: { group: as.group, version: as.version, resource: as.resource },
    ...givenTexts({ subResource: subresource }),
    requestKind: kindFields(attributes.kind),
    requestResource: { group, version, resource },
    ...givenTexts({ requestSubResource: subresource, name, namespace }),
    operation,
    userInfo: userInfo(user),
  });
  const objects = `"object":${shown.object},"oldObject":${shown.old}`;
  const rest = `"dryRun":${dryRun},"options":${options === undefined ? 'null' : writeJson(options)}`;
  return `{"kind":"AdmissionReview","apiVersion":"${apiVersion}","request":${request.slice(0, -1)},${objects},${rest}}}`;
}
