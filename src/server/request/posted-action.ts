import type { ActionRules } from '../../registry/subresource-rules.ts';
import type { Expected } from './check-gvk.ts';

/** How an object that is posted to a subresource is decoded and checked. */
export interface PostedAction {
  /** The kind of the posted object. */
  kind: Expected;
  // biome-ignore lint/suspicious/noExplicitAny: each action is about objects of another kind
  rules: ActionRules<any>;
}
