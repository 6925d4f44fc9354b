import { type LabelSelector, labelSelectorFromObject } from '../../api/selectors/label-selector.ts';
import type { LabelSelectorObject } from '../../api/validation/label-validation.ts';

/** A selector that breaks the rules is a problem of the requests that it is needed for. */
export type Selector = { readonly selector: LabelSelector } | { readonly problem: string };

/** Selectors that choose among the objects that rules name. */
export interface Selectors {
  readonly namespaceSelector: Selector;
  readonly objectSelector: Selector;
}

export function selectorOf(object: LabelSelectorObject | undefined): Selector {
  try {
    return { selector: labelSelectorFromObject(object) };
  } catch (error) {
    return { problem: (error as Error).message };
  }
}
