import { statSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import {
  duplicate,
  type FieldError,
  FieldPath,
  invalid,
  notSupported,
  required,
  tooMany,
} from '../../../api/validation/field-errors.ts';
import { dns1123Subdomain } from '../../../api/validation/names.ts';
import { durationMs } from '../../../util/duration.ts';
import { fileErrorText } from '../../../util/file-error-text.ts';
import type { MatchExpressions } from '../match-conditions.ts';
import { authorizationModes } from '../modes/index.ts';
import type {
  AuthorizationConfiguration,
  AuthorizerConfiguration,
  WebhookConfiguration,
} from './authorization-configuration.ts';

const types: readonly string[] = authorizationModes.map(({ name }) => name);
const maxTimeout = 30_000;
const maxConditions = 64;

/** All that is wrong with a configuration that could be read. */
export function validateConfiguration(
  { authorizers }: AuthorizationConfiguration,
  expressions: MatchExpressions,
): FieldError[] {
  const path = FieldPath.of('authorizers');
  if (authorizers.length === 0) return [required(path, 'at least one authorization mode must be defined')];
  return authorizers.flatMap((one, index) =>
    validateAuthorizer(one, path.index(index), authorizers.slice(0, index), expressions),
  );
}

function validateAuthorizer(
  { type, name, webhook }: AuthorizerConfiguration,
  path: FieldPath,
  before: readonly AuthorizerConfiguration[],
  expressions: MatchExpressions,
): FieldError[] {
  const at = path.child('type');
  if (type === '') return [required(at)];
  if (!types.includes(type)) return [notSupported(at, type, types)];
  if (type !== 'Webhook' && before.some((one) => one.type === type)) return [duplicate(at, type)];
  const errors = validateName(name, path.child('name'), before);
  const place = path.child('webhook');
  if (type === 'Webhook') {
    return webhook === undefined
      ? [...errors, required(place, 'required when type=Webhook')]
      : [...errors, ...validateWebhook(webhook, path, expressions)];
  }
  if (webhook !== undefined)
    errors.push(invalid(place, 'non-null', 'may only be specified when type=Webhook'));
  return errors;
}

function validateName(
  name: string,
  path: FieldPath,
  before: readonly AuthorizerConfiguration[],
): FieldError[] {
  if (name === '') return [required(path)];
  if (before.some((one) => one.name === name)) return [duplicate(path, name)];
  const problems = dns1123Subdomain(name);
  return problems.length === 0
    ? []
    : [invalid(path, name, `authorizer name is invalid: ${problems.join(', ')}`)];
}

function validateWebhook(
  webhook: WebhookConfiguration,
  path: FieldPath,
  expressions: MatchExpressions,
): FieldError[] {
  const { matchConditions, matchConditionSubjectAccessReviewVersion: conditionVersion } = webhook;
  return [
    ...validateTimeout(webhook.timeout, path.child('timeout')),
    ...validateTtl(webhook.authorizedTTL, path.child('authorizedTTL')),
    ...validateTtl(webhook.unauthorizedTTL, path.child('unauthorizedTTL')),
    ...oneOf(webhook.subjectAccessReviewVersion, path.child('subjectAccessReviewVersion'), ['v1', 'v1beta1']),
    ...validateConditionVersion(conditionVersion, matchConditions.length > 0, path),
    ...oneOf(webhook.failurePolicy, path.child('failurePolicy'), ['NoOpinion', 'Deny']),
    ...validateConnection(webhook, path.child('connectionInfo')),
    ...validateConditions(matchConditions, path.child('matchConditions'), expressions),
  ];
}

/** Undefined for what is no duration. */
function millisecondsOf(text: string): number | undefined {
  try {
    return durationMs(text);
  } catch {
    return undefined;
  }
}

function validateTimeout(text: string, path: FieldPath): FieldError[] {
  const time = text === '' ? 0 : millisecondsOf(text);
  if (time === 0) return [required(path)];
  return time !== undefined && time > 0 && time <= maxTimeout
    ? []
    : [invalid(path, text, 'must be > 0s and <= 30s')];
}

function validateTtl(text: string, path: FieldPath): FieldError[] {
  const time = millisecondsOf(text);
  if (time === 0) return [required(path)];
  return time !== undefined && time > 0 ? [] : [invalid(path, text, 'must be > 0s')];
}

function oneOf(value: string, path: FieldPath, known: readonly string[]): FieldError[] {
  if (value === '') return [required(path)];
  return known.includes(value) ? [] : [notSupported(path, value, known)];
}

function validateConditionVersion(version: string, hasConditions: boolean, path: FieldPath): FieldError[] {
  const at = path.child('matchConditionSubjectAccessReviewVersion');
  if (version === '')
    return hasConditions ? [required(at, 'required if match conditions are specified')] : [];
  return oneOf(version, at, ['v1']);
}

function validateConnection(
  { connectionType, kubeConfigFile }: WebhookConfiguration,
  path: FieldPath,
): FieldError[] {
  const at = path.child('kubeConfigFile');
  if (connectionType === 'InClusterConfig') {
    return kubeConfigFile === undefined
      ? []
      : [invalid(at, kubeConfigFile, 'can only be set when type=KubeConfigFile')];
  }
  if (connectionType !== 'KubeConfigFile')
    return oneOf(connectionType, path.child('type'), ['InClusterConfig', 'KubeConfigFile']);
  if (kubeConfigFile === undefined || kubeConfigFile === '') return [required(at)];
  const problem = fileProblem(kubeConfigFile);
  return problem === undefined ? [] : [invalid(at, kubeConfigFile, problem)];
}

function fileProblem(path: string): string | undefined {
  if (!isAbsolute(path)) return 'must be an absolute path';
  try {
    return statSync(path).isFile() ? undefined : 'must be a regular file';
  } catch (error) {
    return `error loading file: ${fileErrorText(error as Error)}`;
  }
}

function validateConditions(
  conditions: readonly string[],
  path: FieldPath,
  expressions: MatchExpressions,
): FieldError[] {
  if (conditions.length > maxConditions) return [tooMany(path, conditions.length, maxConditions)];
  return conditions.flatMap((text, index) => {
    const at = path.index(index).child('expression');
    if (text.trim() === '') return [required(at)];
    if (conditions.indexOf(text) < index) return [duplicate(at, text)];
    const compiled = expressions.compile(text);
    return 'problem' in compiled ? [invalid(at, text, compiled.problem.detail)] : [];
  });
}
