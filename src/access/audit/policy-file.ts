import { readFile } from 'node:fs/promises';
import { DecodeError } from '../../api/codec/json.ts';
import { parseUniqueYaml } from '../../api/codec/yaml.ts';
import { fieldErrorsText } from '../../api/validation/field-errors.ts';
import { Fields, ShapeError } from '../../client/fields.ts';
import { fileErrorText } from '../../util/file-error-text.ts';
import type { GroupResources, Level, PolicyDocument, PolicyRule, Stage } from './policy.ts';
import { validatePolicy } from './policy-validation.ts';

/** Versions of a policy that are read; they differ in their name alone. */
const versions = ['v1', 'v1beta1', 'v1alpha1'];

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
  takesAnyGroup = false,
): Promise<PolicyDocument> {
  const text = await readFile(path, 'utf8').catch((error: Error) => {
    throw problem(`failed to read file path "${path}": ${fileErrorText(error)}`, error);
  });
  try {
    const { document, unknown } = parsePolicy(text, group, takesAnyGroup);
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
  takesAnyGroup: boolean,
): { document: PolicyDocument; unknown: string[] } {
  const fields = new Fields(parseUniqueYaml(text), '');
  const [kind = '', apiVersion = ''] = [fields.text('kind'), fields.text('apiVersion')];
  if (kind !== 'Policy' || !versions.some((version) => apiVersion === `${group}/${version}`)) {
    // A document without a type is read as one of the form that the server has for itself.
    const type =
      kind === '' && apiVersion === '' ? `${group}/__internal, Kind=Policy` : `${apiVersion}, Kind=${kind}`;
    throw new PolicyError(`unknown group version field ${type} in policy`);
  }
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
