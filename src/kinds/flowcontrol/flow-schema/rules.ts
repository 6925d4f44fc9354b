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

const everything = '*';
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
  const ofRule = 'resource rules must supply at least one';
  return [
    ...validateVerbs(rule.verbs, path.child('verbs')),
    ...validateTexts(rule.apiGroups, path.child('apiGroups'), `${ofRule} api group`, 'api groups'),
    ...validateTexts(rule.resources, path.child('resources'), `${ofRule} resource`, 'resources'),
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
    ...validateTexts(urls, urlsPath, missing, 'non-resource URLs'),
    ...(urls.includes(everything)
      ? []
      : validateEach(urls, (url, index) => validateUrl(url, urlsPath.index(index)))),
  ];
}

/** Something has to be there, and what stands for everything stands alone. */
function validateTexts(texts: Texts, path: FieldPath, missing: string, others: string): FieldError[] {
  if (!texts?.length) return [required(path, missing)];
  return texts.length > 1 && texts.includes(everything)
    ? [invalid(path, goList('string', texts), `if '*' is present, must not specify other ${others}`)]
    : [];
}

function validateVerbs(given: Texts, path: FieldPath): FieldError[] {
  const errors = validateTexts(given, path, 'verbs must contain at least one value', 'verbs');
  const unknown = given?.some((verb) => !verbs.includes(verb)) && !given.includes(everything);
  return unknown ? [...errors, notSupported(path, goList('string', given!), verbs)] : errors;
}

const namespaceText = "each member of this list must be '*' or a DNS-1123 label; ";

function validateNamespaces(rule: FlowcontrolV1beta2ResourcePolicyRule, path: FieldPath): FieldError[] {
  const namespaces = rule.namespaces ?? [];
  if (namespaces.length === 0 && rule.clusterScope) return [];
  const missing = 'resource rules that are not cluster scoped must supply at least one namespace';
  return [
    ...validateTexts(namespaces, path, missing, 'namespaces'),
    ...(namespaces.includes(everything)
      ? []
      : validateEach(namespaces, (name, index) =>
          dns1123Label(name).map((message) => invalid(path.index(index), name, `${namespaceText}${message}`)),
        )),
  ];
}
