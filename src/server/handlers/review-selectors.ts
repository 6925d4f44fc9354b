import type { Attributes } from '../../access/authorization/authorizer.ts';
import {
  fieldRequirements,
  labelRequirements,
  type SelectorRequirement,
} from '../../access/authorization/selector-requirements.ts';
import type { AuthorizationV1ResourceAttributes } from '../../api/schema/types.gen.ts';
import { parseFieldSelector } from '../../api/selectors/field-selector.ts';
import { parseLabelSelector } from '../../api/selectors/label-selector.ts';

interface Requirement {
  key: string;
  operator: string;
  values?: string[];
}

interface Selector {
  rawSelector?: string;
  requirements?: Requirement[];
}

/** The selectors of a review as authorizers see them; what cannot be read is left out. */
export function reviewSelectors({
  fieldSelector,
  labelSelector,
}: AuthorizationV1ResourceAttributes): Pick<Attributes, 'fieldSelector' | 'labelSelector'> {
  return {
    fieldSelector: requirementsOf(fieldSelector, isFieldRequirement, fieldRequirements),
    labelSelector: requirementsOf(labelSelector, isLabelRequirement, labelRequirements),
  };
}

function requirementsOf(
  selector: Selector | undefined,
  isReadable: (requirement: Requirement) => boolean,
  parse: (text: string) => readonly SelectorRequirement[] | undefined,
): readonly SelectorRequirement[] | undefined {
  const { rawSelector = '', requirements = [] } = selector ?? {};
  if (rawSelector !== '') return parse(rawSelector);
  const readable = requirements.filter(isReadable);
  return readable.length === 0 ? undefined : readable;
}

/** Text about the selectors of a review that could not be read, and so are left out; undefined if there are none. */
export function selectorProblems({
  fieldSelector,
  labelSelector,
}: AuthorizationV1ResourceAttributes): string | undefined {
  const texts = [
    problemOf(fieldSelector, 'fieldSelector', isFieldRequirement, parseFieldSelector),
    problemOf(labelSelector, 'labelSelector', isLabelRequirement, parseLabelSelector),
  ].filter((text) => text !== undefined);
  return texts.length === 0 ? undefined : texts.length === 1 ? texts[0] : `[${texts.join(', ')}]`;
}

function problemOf(
  selector: Selector | undefined,
  field: string,
  isReadable: (requirement: Requirement) => boolean,
  parse: (text: string) => unknown,
): string | undefined {
  if (selector === undefined) return undefined;
  const { rawSelector = '', requirements = [] } = selector;
  const ignored = `spec.resourceAttributes.${field} ignored due to parse error`;
  if (rawSelector !== '') return canParse(parse, rawSelector) ? undefined : ignored;
  const readable = requirements.filter(isReadable).length;
  if (readable === requirements.length) return undefined;
  return readable === 0 ? ignored : `spec.resourceAttributes.${field} partially ignored due to parse error`;
}

function canParse(parse: (text: string) => unknown, text: string): boolean {
  try {
    parse(text);
    return true;
  } catch {
    return false;
  }
}

/** A field selector says what one field is, or is not. */
const isFieldRequirement = ({ operator, values = [] }: Requirement): boolean =>
  (operator === 'In' || operator === 'NotIn') && values.length === 1;

const isLabelRequirement = ({ operator }: Requirement): boolean =>
  ['In', 'NotIn', 'Exists', 'DoesNotExist'].includes(operator);
