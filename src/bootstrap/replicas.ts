/** The replicas behind the Service of the API, as far as this one finds them out. Addresses are sorted by their text. */
export interface Replicas {
  /** Says that this replica is there. Resolves with the addresses of all that are. */
  join(): Promise<string[]>;
  /** Says that it is gone. Resolves with the addresses of those that stay. */
  leave(): Promise<string[]>;
}
