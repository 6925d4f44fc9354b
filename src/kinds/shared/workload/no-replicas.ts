/**
 * Fills in the replicas of an object that says nothing. Servers of this API hold them as a number, not as something that
 * may be missing, so that their bookmarks have none of them.
 */
export function fillNoReplicas(object: { spec: { replicas?: number } }): void {
  object.spec = { replicas: 0, ...object.spec };
}
