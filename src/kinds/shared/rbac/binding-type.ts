/** Differences between RoleBindings and ClusterRoleBindings. */
export interface BindingType {
  /** API group of roles in the dialect. */
  group: string;
  /** Kinds that `roleRef` may refer to. */
  roleKinds: readonly string[];
  namespaced: boolean;
}
