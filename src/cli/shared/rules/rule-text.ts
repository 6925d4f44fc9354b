import type { Lack } from '../../../api/rbac/rule-lacks.ts';
import type { Permission } from '../../../api/request/decisions.ts';
import type { RbacV1PolicyRule } from '../../../api/schema/types.gen.ts';

/** `verbs [get list], resources [pods], API groups [""]` */
export function ruleText({
  verbs,
  apiGroups,
  resources,
  resourceNames,
  nonResourceURLs,
}: RbacV1PolicyRule): string {
  const parts: [string, readonly string[] | null | undefined][] = [
    ['verbs', verbs],
    ['paths', nonResourceURLs],
    ['resources', resources],
    ['API groups', apiGroups?.map((group) => group || '""')],
    ['names', resourceNames],
  ];
  return parts
    .filter(([, words]) => words !== null && words !== undefined && words.length > 0)
    .map(([name, words]) => `${name} [${words!.join(' ')}]`)
    .join(', ');
}

/** `RoleBinding shop/readers gives ClusterRole view to Group "testers"` */
export function bindingText({ binding, role, subject }: Permission): string {
  const { kind, namespace, name } = binding;
  const place = namespace === undefined ? name : `${namespace}/${name}`;
  const to =
    subject.kind === 'ServiceAccount' && subject.namespace
      ? `${subject.namespace}/${subject.name}`
      : subject.name;
  return `${kind} ${place} gives ${role.kind} ${role.name} to ${subject.kind} "${to}"`;
}

/** The field of a rule, and what would have to stand in it. */
export function lackText(lacks: Lack, asked: AskedWords): string {
  switch (lacks) {
    case 'verbs':
      return `its verbs would need "${asked.verb}"`;
    case 'apiGroups':
      return `its API groups would need "${asked.group ?? ''}"`;
    case 'resourceNames':
      return asked.name
        ? `its names would need "${asked.name}"`
        : 'it names single objects, and would need to be without names';
    case 'resources':
      return `its resources would need "${asked.resource}${asked.subresource ? `/${asked.subresource}` : ''}"`;
    default:
      return `its paths would need "${asked.path ?? ''}"`;
  }
}

/** The action that is explained; fields may be left out. */
export interface AskedWords {
  verb: string;
  group?: string;
  resource?: string;
  subresource?: string;
  namespace?: string;
  name?: string;
  path?: string;
}

/** `delete pods/log "web" in namespace "shop"` */
export function askedText({ verb, group, resource, subresource, namespace, name, path }: AskedWords): string {
  if (path) return `${verb} the path ${path}`;
  const type = `${resource}${group ? `.${group}` : ''}${subresource ? `/${subresource}` : ''}`;
  const object = name ? ` "${name}"` : '';
  return `${verb} ${type}${object}${namespace ? ` in namespace "${namespace}"` : ''}`;
}
