import type { RbacV1PolicyRule } from '../schema/types.gen.ts';
import { PathPatterns } from './path-patterns.ts';

/** The action that a rule is compared with: on a resource, or on a path. */
export interface AskedOfRule {
  readonly verb: string;
  readonly isResourceRequest: boolean;
  readonly group: string;
  readonly resource: string;
  readonly subresource: string;
  readonly name: string;
  readonly path: string;
}

/** The field of a rule that does not cover a request. */
export type Lack = 'verbs' | 'apiGroups' | 'resources' | 'resourceNames' | 'nonResourceURLs';

const any = '*';

/** The fields of a rule that do not cover what is asked; none when the rule allows it. */
export function ruleLacks(rule: RbacV1PolicyRule, asked: AskedOfRule): Lack[] {
  const verbs = rule.verbs ?? [];
  const resources = rule.resources ?? [];
  const apiGroups = rule.apiGroups ?? [];
  const resourceNames = rule.resourceNames ?? [];
  const lacks: Lack[] = [];
  const need = (field: Lack, isThere: boolean): void => void (isThere || lacks.push(field));
  need('verbs', verbs.includes(asked.verb) || verbs.includes(any));
  if (!asked.isResourceRequest) {
    need('nonResourceURLs', new PathPatterns(rule.nonResourceURLs ?? []).covers(asked.path));
    return lacks;
  }
  const { group, resource, subresource, name } = asked;
  const wanted = subresource === '' ? resource : `${resource}/${subresource}`;
  const isEvery = subresource !== '' && resources.includes(`*/${subresource}`);
  need('apiGroups', apiGroups.includes(group) || apiGroups.includes(any));
  need('resources', resources.includes(wanted) || resources.includes(any) || isEvery);
  need('resourceNames', resourceNames.length === 0 || resourceNames.includes(name));
  return lacks;
}
