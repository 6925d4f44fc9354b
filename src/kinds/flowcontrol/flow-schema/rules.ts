import { goList } from '../../../api/go-format/go-syntax.ts';
import type {
  FlowcontrolV1beta2NonResourcePolicyRule,
  FlowcontrolV1beta2PolicyRulesWithSubjects,
  FlowcontrolV1beta2ResourcePolicyRule,
} from '../../../api/schema/types.gen.ts';
import {
  type FieldError,
  type FieldPath,
  invalid,
  notSupported,
  required,
} from '../../../api/validation/field-errors.ts';
import { dns1123Label } from '../../../api/validation/names.ts';
import { validateEach } from '../../../api/validation/validate-each.ts';
import { validateSubject } from './subjects.ts';
import { validateUrl } from './urls.ts';

type Texts = readonly string[] | null | undefined;

const wildcard = '*';
const verbs = ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'proxy', 'update', 'watch'];

export function validateRules(
  rules: readonly FlowcontrolV1beta2PolicyRulesWithSubjects[],
  path: FieldPath,
): FieldError[] {
  return validateEach(rules, (rule, index) => validateRule(rule, path.index(index)));
}

function validateRule(rule: FlowcontrolV1beta2PolicyRulesWithSubjects, path: FieldPath): FieldError[] {
  const { subjects, resourceRules = [], nonResourceRules = [] } = rule;
  const subjectsPath = path.child('subjects');
  const isEmpty = resourceRules.length + nonResourceRules.length === 0;
  return [
    ...(subjects?.length
      ? validateEach(subjects, (subject, index) => validateSubject(subject, subjectsPath.index(index)))
      : [required(subjectsPath, 'subjects must contain at least one value')]),
    ...(isEmpty
      ? [required(path, 'at least one of resourceRules and nonResourceRules has to be non-empty')]
      : []),
    ...validateEach(resourceRules, (each, index) =>
      validateResourceRule(each, path.child('resourceRules').index(index)),
    ),
    ...validateEach(nonResourceRules, (each, index) =>
      validateNonResourceRule(each, path.child('nonResourceRules').index(index)),
    ),
  ];
}

function validateResourceRule(rule: FlowcontrolV1beta2ResourcePolicyRule, path: FieldPath): FieldError[] {
  const atLeastOne = 'resource rules must supply at least one';
  return [
    ...validateVerbs(rule.verbs, path.child('verbs')),
    ...validateTexts(rule.apiGroups, path.child('apiGroups'), {
      missing: `${atLeastOne} api group`,
      others: 'api groups',
    }),
    ...validateTexts(rule.resources, path.child('resources'), {
      missing: `${atLeastOne} resource`,
      others: 'resources',
    }),
    ...validateNamespaces(rule, path.child('namespaces')),
  ];
}

function validateNonResourceRule(
  rule: FlowcontrolV1beta2NonResourcePolicyRule,
  path: FieldPath,
): FieldError[] {
  const urlsPath = path.child('nonResourceURLs');
  const urls = rule.nonResourceURLs ?? [];
  const missing = 'nonResourceURLs must contain at least one value';
  return [
    ...validateVerbs(rule.verbs, path.child('verbs')),
    ...validateTexts(urls, urlsPath, { missing, others: 'non-resource URLs' }),
    ...(urls.includes(wildcard)
      ? []
      : validateEach(urls, (url, index) => validateUrl(url, urlsPath.index(index)))),
  ];
}

/** Must not be empty; '*' must be the only entry. */
function validateTexts(
  texts: Texts,
  path: FieldPath,
  { missing, others }: { missing: string; others: string },
): FieldError[] {
  if (!texts?.length) return [required(path, missing)];
  return texts.length > 1 && texts.includes(wildcard)
    ? [invalid(path, goList('string', texts), `if '*' is present, must not specify other ${others}`)]
    : [];
}

function validateVerbs(values: Texts, path: FieldPath): FieldError[] {
  const missing = 'verbs must contain at least one value';
  const errors = validateTexts(values, path, { missing, others: 'verbs' });
  const hasUnknown = values?.some((verb) => !verbs.includes(verb)) && !values.includes(wildcard);
  return hasUnknown ? [...errors, notSupported(path, goList('string', values!), verbs)] : errors;
}

const namespaceText = "each member of this list must be '*' or a DNS-1123 label; ";

function validateNamespaces(rule: FlowcontrolV1beta2ResourcePolicyRule, path: FieldPath): FieldError[] {
  const namespaces = rule.namespaces ?? [];
  if (namespaces.length === 0 && rule.clusterScope) return [];
  const missing = 'resource rules that are not cluster scoped must supply at least one namespace';
  return [
    ...validateTexts(namespaces, path, { missing, others: 'namespaces' }),
    ...(namespaces.includes(wildcard)
      ? []
      : validateEach(namespaces, (name, index) =>
          dns1123Label(name).map((message) => invalid(path.index(index), name, `${namespaceText}${message}`)),
        )),
  ];
}
