/** Which bindings are meant: what they may refer to, and whether they lie in a namespace. */
export interface BindingType {
  /** Name of the group of roles, in the words of the dialect. */
  group: string;
  roleKinds: readonly string[];
  namespaced: boolean;
}
