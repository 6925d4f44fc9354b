import { GoText, goLabelSelector, goStringMap } from '../../../api/go-format/go-syntax.ts';
import { isSentEmpty } from '../../../api/json/sent-empty.ts';
import type { CoreV1PodTemplateSpec, MetaV1LabelSelector } from '../../../api/schema/types.gen.ts';
import {
  type LabelSelector,
  type LabelSelectorOptions,
  labelSelectorFromObject,
  SelectorError,
  validateLabelSelectorObject,
} from '../../../api/selectors/label-selector.ts';
import { type FieldError, type FieldPath, invalid, required } from '../../../api/validation/field-errors.ts';
import type { ServedApi } from '../served-api.ts';

/** Whether values of a selector have to be values of labels: from 1.26 on. */
export const checksSelectorValues = ({ gates }: ServedApi): boolean => gates.isIn('1.26');

/** A selector has to be there and must not pick every pod. `subject` is what the text calls the kind. */
export function validateSelector(
  selector: MetaV1LabelSelector | null,
  path: FieldPath,
  subject: string,
  options: LabelSelectorOptions = {},
): FieldError[] {
  if (selector === null) return [required(path)];
  return [
    ...validateLabelSelectorObject(selector, path, options),
    ...validateNotEmpty(selector, path, subject),
  ];
}

export function validateNotEmpty(
  selector: MetaV1LabelSelector | null,
  path: FieldPath,
  subject: string,
): FieldError[] {
  if (selector === null) return [];
  const { matchLabels = {}, matchExpressions = [] } = selector;
  const isEmpty = Object.keys(matchLabels).length + matchExpressions.length === 0;
  return isEmpty
    ? [invalid(path, goLabelSelector(selector), `empty selector is invalid for ${subject}`)]
    : [];
}

/** Undefined when it breaks the rules. An absent selector is usable: it finds nothing. */
export function usableSelector(selector: MetaV1LabelSelector | null): LabelSelector | undefined {
  try {
    return labelSelectorFromObject(selector);
  } catch (error) {
    if (error instanceof SelectorError) return undefined;
    throw error;
  }
}

/** Pods that are made from the template have to be found again. */
export function validateTemplateMatches(
  selector: LabelSelector,
  { metadata }: CoreV1PodTemplateSpec,
  templatePath: FieldPath,
): FieldError[] {
  if (selector.matchesOnce(metadata.labels)) return [];
  const path = templatePath.child('metadata', 'labels');
  const shown = isSentEmpty(metadata, 'labels')
    ? new GoText(goStringMap(undefined).text, '{}')
    : goStringMap(metadata.labels);
  return [invalid(path, shown, '`selector` does not match template `labels`')];
}
