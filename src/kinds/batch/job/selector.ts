import { goLabelSelector, goStringMap } from '../../../api/go-format/go-syntax.ts';
import type { BatchV1Job } from '../../../api/schema/types.gen.ts';
import { type FieldError, FieldPath, invalid, required } from '../../../api/validation/field-errors.ts';
import { usableSelector } from '../../shared/workload/selector.ts';

/**
 * Pods of a job are found by the uid of the job: no other job can have it, whatever labels people write. The server
 * writes selector and labels, unless the client wants to do that (manualSelector).
 */
const uidLabel = 'controller-uid';
const nameLabel = 'job-name';

export function generateSelector({ metadata, spec }: BatchV1Job): void {
  if (spec.manualSelector) return;
  const { uid = '', name = '' } = metadata;
  // A label that is there already is left alone: whether it is right is for the validation to say.
  spec.template.metadata.labels = { [nameLabel]: name, [uidLabel]: uid, ...spec.template.metadata.labels };
  spec.selector ??= {};
  spec.selector.matchLabels = { [uidLabel]: uid, ...spec.selector.matchLabels };
}

export function validateGeneratedSelector(job: BatchV1Job): FieldError[] {
  const { metadata, spec } = job;
  if (spec.manualSelector || spec.selector === undefined) return [];
  const { uid = '', name = '' } = metadata;
  const usable = usableSelector(spec.selector);
  const fits = usable === undefined || usable.matches({ [uidLabel]: uid, [nameLabel]: name });
  return [
    ...(uid === '' ? [required(FieldPath.of('metadata', 'uid'))] : []),
    ...validateLabel(job, uidLabel, uid),
    ...validateLabel(job, nameLabel, name),
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
