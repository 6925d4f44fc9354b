import { goLabelSelector, goStringMap } from '../../../api/go-format/go-syntax.ts';
import type { Dialect } from '../../../api/meta/dialect.ts';
import type { BatchV1Job } from '../../../api/schema/types.gen.ts';
import { type FieldError, FieldPath, invalid, required } from '../../../api/validation/field-errors.ts';
import { jobFeatures } from '../../shared/job-spec/features.ts';
import type { ServedApi } from '../../shared/served-api.ts';
import { usableSelector } from '../../shared/workload/selector.ts';

/**
 * Pods of a job are found by the uid of the job: no other job can have it, whatever labels people write. The server
 * writes selector and labels, unless the client wants to do that (manualSelector).
 */
const uidLabel = 'controller-uid';
const nameLabel = 'job-name';

/** The labels of a job's pods: `batch.example.com/controller-uid` and the like since 1.27, and those without a domain. */
const labelsOf = ({ metadata }: BatchV1Job, prefix = ''): Record<string, string> => ({
  [`${prefix}${nameLabel}`]: metadata.name ?? '',
  [`${prefix}${uidLabel}`]: metadata.uid ?? '',
});

const prefixOf = ({ label }: Dialect): string => `batch.${label}/`;

export function generateSelector(job: BatchV1Job, { dialect, gates }: ServedApi): void {
  const { metadata, spec } = job;
  if (spec.manualSelector) return;
  const prefix = jobFeatures(gates).prefixedLabels ? prefixOf(dialect) : '';
  // A label that is there already is left alone: whether it is right is for the validation to say.
  const before = spec.template.metadata.labels;
  const labels = { ...labelsOf(job), ...labelsOf(job, prefix), ...before };
  // The job may have taken the labels of the template for its own.
  if (before !== undefined && metadata.labels === before) metadata.labels = { ...labels };
  spec.template.metadata.labels = labels;
  spec.selector ??= {};
  spec.selector.matchLabels = { [`${prefix}${uidLabel}`]: metadata.uid ?? '', ...spec.selector.matchLabels };
}

/** The prefix of labels that a job has to have: on an update only if it had them before. */
export function requiredPrefix({ dialect, gates }: ServedApi, old?: BatchV1Job): string {
  if (!jobFeatures(gates).prefixedLabels) return '';
  return old === undefined || hasPrefixedLabels(old, dialect) ? prefixOf(dialect) : '';
}

/** Whether the template of a job has the labels with a domain. */
function hasPrefixedLabels({ spec }: BatchV1Job, dialect: Dialect): boolean {
  const { labels = {} } = spec.template.metadata;
  return [uidLabel, nameLabel].every((name) => Object.hasOwn(labels, `${prefixOf(dialect)}${name}`));
}

/** `prefix`: that of the labels which have to be there beside those without one. */
export function validateGeneratedSelector(job: BatchV1Job, prefix: string): FieldError[] {
  const { metadata, spec } = job;
  if (spec.manualSelector || spec.selector === undefined) return [];
  const expected = { ...labelsOf(job), ...labelsOf(job, prefix) };
  const usable = usableSelector(spec.selector);
  const fits = usable === undefined || usable.matches(expected);
  return [
    ...((metadata.uid ?? '') === '' ? [required(FieldPath.of('metadata', 'uid'))] : []),
    ...[uidLabel, nameLabel, `${prefix}${uidLabel}`, `${prefix}${nameLabel}`]
      .slice(0, prefix === '' ? 2 : 4)
      .flatMap((key) => validateLabel(job, key, expected[key]!)),
    ...(fits
      ? []
      : [
          invalid(
            FieldPath.of('spec', 'selector'),
            goLabelSelector(spec.selector),
            '`selector` not auto-generated',
          ),
        ]),
  ];
}

function validateLabel({ spec }: BatchV1Job, key: string, expected: string): FieldError[] {
  const { labels = {} } = spec.template.metadata;
  const path = FieldPath.of('spec', 'template', 'metadata', 'labels').key(key);
  const detail = `must be '${expected}'`;
  if (!Object.hasOwn(labels, key)) return [required(path, detail)];
  return labels[key] === expected ? [] : [invalid(path, goStringMap(labels), detail)];
}
