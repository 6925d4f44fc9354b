/** One step of a path: from the values before it to those after it. Throws JsonPathError. */
export type Step =
  | { readonly type: 'field'; readonly name: string }
  | { readonly type: 'wildcard' }
  | { readonly type: 'descend' }
  | { readonly type: 'slice'; readonly slice: Slice }
  | { readonly type: 'union'; readonly members: readonly (readonly Step[])[] }
  | { readonly type: 'filter'; readonly filter: Filter }
  | { readonly type: 'literal'; readonly value: string | number | boolean }
  | { readonly type: 'identifier'; readonly name: string };

/** `[2]` is `{ start: 2, isIndex: true }`, `[1:3:2]` has all three numbers. Negative ones count from the end. */
export interface Slice {
  readonly start?: number;
  readonly end?: number;
  readonly step?: number;
  readonly isIndex: boolean;
}

/** Without an operator: an item passes when the left side finds anything. */
export interface Filter {
  readonly left: readonly Step[];
  readonly operator?: string;
  readonly right: readonly Step[];
}

/** A template is text and actions: `name: {.metadata.name}`. */
export type TemplatePart = string | readonly Step[];

/** A path that cannot be parsed, or that does not fit the value it is evaluated on. */
export class JsonPathError extends Error {}
