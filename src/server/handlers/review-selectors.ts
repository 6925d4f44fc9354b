import type { Attributes } from '../../access/authorization/authorizer.ts';
import {
  parseFieldRequirements,
  parseLabelRequirements,
  type SelectorRequirement,
  someOf,
} from '../../access/authorization/selector-requirements.ts';
import type { AuthorizationV1ResourceAttributes } from '../../api/schema/types.gen.ts';
import { SelectorError } from '../../api/selectors/selector-error.ts';
import { aggregate } from '../../util/aggregate.ts';

interface Requirement {
  key: string;
  operator: string;
  values?: string[];
}

interface Selector {
  rawSelector?: string;
  requirements?: Requirement[];
}

/** The selectors of a review as authorizers see them, and the text about what could not be read, which is left out. */
export interface ReviewSelectors {
  readonly seen: Pick<Attributes, 'fieldSelector' | 'labelSelector'>;
  readonly problem: string | undefined;
}

/** Reads them once: they may be as long as a body. */
export function reviewSelectors({
  fieldSelector,
  labelSelector,
}: AuthorizationV1ResourceAttributes): ReviewSelectors {
  const field = read(fieldSelector, 'fieldSelector', isFieldRequirement, parseFieldRequirements);
  const label = read(labelSelector, 'labelSelector', isLabelRequirement, parseLabelRequirements);
  const texts = [field.problem, label.problem].filter((text) => text !== undefined);
  return {
    seen: { fieldSelector: someOf(field.requirements), labelSelector: someOf(label.requirements) },
    problem: texts.length === 0 ? undefined : aggregate(texts),
  };
}

function read(
  { rawSelector = '', requirements = [] }: Selector = {},
  field: string,
  isReadable: (requirement: Requirement) => boolean,
  parse: (text: string) => readonly SelectorRequirement[],
): { requirements: readonly SelectorRequirement[]; problem?: string } {
  const ignored = `spec.resourceAttributes.${field} ignored due to parse error`;
  if (rawSelector !== '') {
    try {
      return { requirements: parse(rawSelector) };
    } catch (error) {
      if (!(error instanceof SelectorError)) throw error;
      return { requirements: [], problem: ignored };
    }
  }
  const some = requirements.filter(isReadable);
  if (some.length === requirements.length) return { requirements };
  const partially = `spec.resourceAttributes.${field} partially ignored due to parse error`;
  return { requirements: some, problem: some.length === 0 ? ignored : partially };
}

/** A field selector says what one field is, or is not. */
const isFieldRequirement = ({ operator, values = [] }: Requirement): boolean =>
  (operator === 'In' || operator === 'NotIn') && values.length === 1;

const isLabelRequirement = ({ operator }: Requirement): boolean =>
  ['In', 'NotIn', 'Exists', 'DoesNotExist'].includes(operator);
