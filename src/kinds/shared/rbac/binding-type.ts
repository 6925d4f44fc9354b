/** How RoleBindings and ClusterRoleBindings differ. */
export interface BindingType {
  /** API group of roles in the dialect. */
  group: string;
  /** Kinds that `roleRef` may refer to. */
  roleKinds: readonly string[];
  namespaced: boolean;
}
