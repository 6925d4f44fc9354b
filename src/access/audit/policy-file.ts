import { readFile } from 'node:fs/promises';
import { DecodeError } from '../../api/codec/json.ts';
import { unregistered } from '../../api/codec/server-config.ts';
import { noObject } from '../../api/codec/untyped.ts';
import { parseUniqueYaml } from '../../api/codec/yaml.ts';
import { isMap } from '../../api/json/json-values.ts';
import { fieldErrorsText } from '../../api/validation/field-errors.ts';
import { Fields, ShapeError } from '../../client/fields.ts';
import { fileErrorText } from '../../util/file-error-text.ts';
import type { AuditRules } from './audit-rules.ts';
import type { GroupResources, Level, PolicyDocument, PolicyRule, Stage } from './policy.ts';
import { validatePolicy } from './policy-validation.ts';

/** The rules of a release by which a policy is read. */
export type PolicyRules = Pick<AuditRules, 'policyVersions' | 'takesAnyGroup'>;

/** The place in messages where kinds of policies are registered. */
const registry = 'pkg/audit/scheme.go:30';

const policyFields = ['kind', 'apiVersion', 'metadata', 'rules', 'omitStages', 'omitManagedFields'];
const ruleFields = [
  ...['level', 'users', 'userGroups', 'verbs', 'resources', 'namespaces', 'nonResourceURLs'],
  ...['omitStages', 'omitManagedFields'],
];
const resourceFields = ['group', 'resources', 'resourceNames'];

/**
 * Reads a policy. Rejects with a start-up error, in the wording that operators know. An unknown field only goes to
 * `report`, because policies written for later releases must still work.
 */
export async function readPolicy(
  path: string,
  group: string,
  report: (message: string) => void,
  rules: PolicyRules,
): Promise<PolicyDocument> {
  const text = await readFile(path, 'utf8').catch((error: Error) => {
    throw problem(`failed to read file path "${path}": ${fileErrorText(error)}`, error);
  });
  try {
    const { document, unknown } = parsePolicy(text, group, rules);
    if (unknown.length > 0) {
      report(`Audit policy contains errors: unknown field ${unknown.join(', ')}: from file ${path}`);
    }
    return document;
  } catch (error) {
    const isWrong = error instanceof ShapeError || error instanceof DecodeError;
    if (!isWrong && !(error instanceof PolicyError)) throw error;
    const what = isWrong ? `failed decoding: ${error.message}` : error.message;
    throw problem(`${what}: from file ${path}`, error);
  }
}

/** A document that decodes and is not a policy. */
class PolicyError extends Error {}

const problem = (text: string, cause: Error): Error =>
  new Error(`loading audit policy file: ${text}`, { cause });

function parsePolicy(
  text: string,
  group: string,
  { policyVersions, takesAnyGroup }: PolicyRules,
): { document: PolicyDocument; unknown: string[] } {
  const value = parseUniqueYaml(text) ?? {};
  if (!isMap(value)) throw noObject(value);
  const fields = new Fields(value, '');
  const [kind, version] = [fields.text('kind') || 'Policy', fields.text('apiVersion') || ''];
  // A document without a version is read as one of the form that the server has for itself.
  if (kind === 'Policy' && version === '')
    throw new PolicyError(`unknown group version field ${group}/__internal, Kind=Policy in policy`);
  if (kind !== 'Policy' || !policyVersions.some((one) => version === `${group}/${one}`))
    throw unregistered(kind, version || `${group}/__internal`, registry);
  const unknown = unknownFields(fields, policyFields);
  const given = fields.objects('rules');
  const rules = given.map(ruleOf);
  for (const rule of given) {
    unknown.push(...unknownFields(rule, ruleFields));
    for (const one of rule.objects('resources')) unknown.push(...unknownFields(one, resourceFields));
  }
  const document: PolicyDocument = {
    rules,
    omitStages: stagesOf(fields),
    omitManagedFields: fields.boolean('omitManagedFields') ?? false,
  };
  const errors = validatePolicy(document, takesAnyGroup);
  if (errors.length > 0) throw new PolicyError(fieldErrorsText(errors));
  if (rules.length === 0) throw new PolicyError('loaded illegal policy with 0 rules');
  return { document, unknown };
}

function unknownFields(fields: Fields, known: readonly string[]): string[] {
  return fields
    .names()
    .filter((name) => !known.includes(name))
    .map((name) => `"${fields.path(name)}"`);
}

function ruleOf(fields: Fields): PolicyRule {
  return {
    level: (fields.text('level') ?? '') as Level,
    users: fields.texts('users'),
    userGroups: fields.texts('userGroups'),
    verbs: fields.texts('verbs'),
    resources: fields.objects('resources').map(groupResourcesOf),
    namespaces: fields.texts('namespaces'),
    nonResourceURLs: fields.texts('nonResourceURLs'),
    omitStages: stagesOf(fields),
    omitManagedFields: fields.boolean('omitManagedFields'),
  };
}

const groupResourcesOf = (fields: Fields): GroupResources => ({
  group: fields.text('group') ?? '',
  resources: fields.texts('resources'),
  resourceNames: fields.texts('resourceNames'),
});

/** Whether they are stages is for the validation to say. */
const stagesOf = (fields: Fields): Stage[] => fields.texts('omitStages') as Stage[];
