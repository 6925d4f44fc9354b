import type { ActionRules } from '../../registry/subresource-rules.ts';
import type { Expected } from './check-gvk.ts';

/** Decoding and checks of an object that is posted to a subresource. */
export interface PostedAction {
  /** The kind of the posted object. */
  kind: Expected;
  /** Fields that its definition fills in; undefined for none. */
  filled?: { fill(object: object): void } | undefined;
  // biome-ignore lint/suspicious/noExplicitAny: each action is about objects of another kind
  rules: ActionRules<any>;
}
