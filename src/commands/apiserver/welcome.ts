/** The commands with which to begin, for a server that has made its own credentials. */
export function welcome(kubeconfig: string): string {
  return `
The API server is up. In another shell:

  kubectl --kubeconfig ${kubeconfig} get namespaces
  kubectl --kubeconfig ${kubeconfig} create deployment web --image=nginx
  node dist/commands/orchctl.js --kubeconfig ${kubeconfig} check

`;
}
