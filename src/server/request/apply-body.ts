import { repeatedKeysError } from '../../api/codec/duplicate-fields.ts';
import { DecodeError } from '../../api/codec/json.ts';
import { parseMediaType } from '../../api/codec/media-type.ts';
import { isMap, type JsonMap, jsonType } from '../../api/json/json-values.ts';
import { badRequest, type StatusError } from '../../api/meta/status.ts';
import { requireDepth } from '../../api/patch/depth-check.ts';
import { apiVersionOf, type KindDefinition } from '../../api/schema/schema.ts';
import type { FieldValidation } from '../field-validation.ts';
import type { WriteRules } from '../write-rules.ts';
import { yamlError } from './check-gvk.ts';
import { withStatus } from './patched-object.ts';
import { applyCborType, applyMediaType, type Body } from './read-body.ts';

export function isApply(contentType: string | undefined): boolean {
  const type = parseMediaType(contentType ?? '')?.type;
  return type === applyMediaType || type === applyCborType;
}

/** The kind that a configuration has to be of. */
type AppliedKind = Pick<KindDefinition, 'group' | 'version' | 'kind' | 'confidential'>;

/** A configuration as a client applies it. */
export interface ApplyBody {
  config: JsonMap;
  /** Problems of the body that the answer warns of. */
  problems: readonly string[];
  /** With strict decoding the answer, unless the configuration cannot be applied at all, which is said first. */
  strictError?: StatusError;
}

/** Throws StatusError for what is no configuration of the kind. */
export function parseApplyBody(
  body: Body,
  expected: AppliedKind,
  validation: FieldValidation,
  rules: WriteRules,
): ApplyBody {
  const { config, problems } = parsed(body, expected, validation !== 'Ignore');
  withStatus(() => requireDepth(config));
  checkType(config, expected, rules);
  const { metadata } = config;
  if (isMap(metadata) && (metadata['managedFields'] ?? null) !== null) {
    throw badRequest('metadata.managedFields must be nil');
  }
  if (validation !== 'Strict' || problems.length === 0) return { config, problems };
  const why = `error converting YAML to JSON: ${repeatedKeysError(problems)}`;
  return { config, problems: [], strictError: badRequest(`error strict decoding YAML: ${why}`) };
}

function parsed(body: Body, expected: AppliedKind, strict: boolean): ApplyBody {
  try {
    const config = body.yaml() ?? {};
    if (!isMap(config)) {
      throw new DecodeError(
        'error unmarshaling JSON: while decoding JSON: json: cannot unmarshal ' +
          `${jsonType(config)} into Go value of type map[string]interface {}`,
      );
    }
    return { config, problems: strict ? body.repeatedKeys() : [] };
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    throw badRequest(`error decoding YAML: ${yamlError(error, expected)}`);
  }
}

function checkType(
  { kind, apiVersion }: JsonMap,
  expected: AppliedKind,
  { namesAppliedType }: WriteRules,
): void {
  const wanted = apiVersionOf(expected);
  const given = typeof apiVersion === 'string' ? apiVersion : '';
  if (given !== wanted && !namesAppliedType) {
    throw badRequest(
      `Incorrect version specified in apply patch. Specified patch version: ${given}, expected: ${wanted}`,
    );
  }
  if (given === wanted && kind === expected.kind) return;
  throw badRequest(`invalid object type: ${given.includes('/') ? given : `/${given}`}, Kind=${kind ?? ''}`);
}
