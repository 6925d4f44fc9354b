import { authenticatedGroup } from '../../../api/meta/user.ts';
import type {
  RbacV1alpha1RoleRef,
  RbacV1alpha1Subject,
  RbacV1RoleRef,
  RbacV1Subject,
} from '../../../api/schema/types.gen.ts';
import type { VersionRules } from '../../../registry/kind-rules.ts';

interface AlphaBinding {
  subjects?: RbacV1alpha1Subject[];
  roleRef: RbacV1alpha1RoleRef;
}

interface StoredBinding {
  subjects?: RbacV1Subject[];
  roleRef: RbacV1RoleRef;
}

/** In v1alpha1 a user of this name means every authenticated user. */
const anyUser = '*';

/**
 * In v1alpha1 a subject names group and version of its kind, in later versions only the group.
 *
 *     {kind: User, apiVersion: rbac…/v1alpha1, name: ann}   {kind: User, apiGroup: rbac…, name: ann}
 */
export function alphaBindingRules(group: string): VersionRules {
  return {
    applyDefaults({ subjects = [], roleRef }: AlphaBinding) {
      roleRef.apiGroup ||= group;
      for (const subject of subjects) subject.apiVersion ??= defaultVersion(subject.kind, group);
    },
    toStored: (binding: AlphaBinding): StoredBinding => ({
      ...binding,
      ...(binding.subjects && { subjects: binding.subjects.map((subject) => toStored(subject, group)) }),
    }),
    fromStored: (binding: StoredBinding): AlphaBinding => ({
      ...binding,
      ...(binding.subjects && { subjects: binding.subjects.map((subject) => fromStored(subject, group)) }),
    }),
  };
}

function defaultVersion(kind: string, group: string): string {
  if (kind === 'ServiceAccount') return 'v1';
  return kind === 'User' || kind === 'Group' ? `${group}/v1alpha1` : '';
}

function toStored({ apiVersion = '', ...subject }: RbacV1alpha1Subject, group: string): RbacV1Subject {
  switch (subject.kind) {
    case 'ServiceAccount':
      return subject;
    case 'Group':
      return { ...subject, apiGroup: group };
    case 'User':
      if (subject.name !== anyUser) return { ...subject, apiGroup: group };
      return { ...subject, kind: 'Group', apiGroup: group, name: authenticatedGroup };
    default:
      return { ...subject, apiGroup: apiVersion.slice(0, Math.max(apiVersion.indexOf('/'), 0)) };
  }
}

/** A subject of an unknown kind keeps its group, so that the round trip loses nothing. */
function fromStored({ apiGroup = '', ...subject }: RbacV1Subject, group: string): RbacV1alpha1Subject {
  const isKnown = apiGroup === (subject.kind === 'ServiceAccount' ? '' : group);
  const known = isKnown ? defaultVersion(subject.kind, group) : '';
  return { ...subject, apiVersion: known || (apiGroup === '' ? '' : `${apiGroup}/`) };
}
