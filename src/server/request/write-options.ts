import type { QueryParameters } from '../../api/request/query-parameters.ts';
import type { RequestInfo } from '../../api/request/request-info.ts';
import { type FieldError, FieldPath, notSupported } from '../../api/validation/field-errors.ts';
import { invalidObject } from '../../api/validation/invalid-object.ts';
import { validateFieldManager } from '../../api/validation/managed-fields-validation.ts';
import { validateDryRun } from '../../registry/write/delete-options.ts';
import type { ApiContext } from '../api-context.ts';
import type { FieldValidation } from '../field-validation.ts';
import type { WriteRules } from '../write-rules.ts';

export interface WriteRequestOptions {
  dryRun: boolean;
  /** "" when the client gives no name. */
  fieldManager: string;
  fieldValidation: FieldValidation;
  /** The options as admission plugins and webhooks see them. */
  options: object;
}

/** The query of a write, and how unknown fields are taken where it does not say. */
export interface WriteRequest {
  readonly info: Pick<RequestInfo, 'query'>;
  readonly api: Pick<ApiContext, 'fieldValidation' | 'metaGroup' | 'writes'>;
}

const validations: readonly string[] = ['', 'Ignore', 'Strict', 'Warn'];

/**
 * Parses the query of a write. `kind`: CreateOptions, UpdateOptions or PatchOptions. `others`: errors of options that
 * only this kind has. Throws Invalid.
 */
export function parseWriteOptions(
  { info: { query }, api: { fieldValidation: byDefault, metaGroup, writes } }: WriteRequest,
  kind: string,
  others: readonly FieldError[] = [],
): WriteRequestOptions {
  const dryRun = dryRunOf(query, writes);
  const fieldValidation = query.get('fieldValidation') ?? '';
  const errors = [
    ...others,
    ...validateFieldManager(query.get('fieldManager') ?? '', FieldPath.of('fieldManager')),
    ...validateDryRun(dryRun),
    ...(validations.includes(fieldValidation)
      ? []
      : [notSupported('fieldValidation', fieldValidation, validations)]),
  ];
  if (errors.length > 0) throw invalidObject({ group: metaGroup, kind }, '', errors);
  const fieldManager = query.get('fieldManager') ?? '';
  return {
    dryRun: dryRun.length > 0,
    fieldManager,
    fieldValidation: (fieldValidation || byDefault) as FieldValidation,
    options: {
      kind,
      apiVersion: `${metaGroup}/v1`,
      ...(dryRun.length > 0 ? { dryRun } : {}),
      ...(fieldManager === '' ? {} : { fieldManager }),
      ...(fieldValidation === '' ? {} : { fieldValidation }),
    },
  };
}

/** The values of `dryRun`: there is only `All`, and before 1.24 present with no value means the same. */
export function dryRunOf(query: QueryParameters, { emptyDryRunIsAll }: WriteRules): string[] {
  return query.all('dryRun').map((value) => (emptyDryRunIsAll ? value || 'All' : value));
}
