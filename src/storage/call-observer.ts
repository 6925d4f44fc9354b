/** Counts calls to the members of an etcd cluster. `path`: `/etcdserverpb.KV/Txn`. */
export interface CallObserver {
  started(path: string, isStream: boolean): void;
  /** `codeName`: the status of the call in gRPC's words, `OK`, `Unavailable`. */
  ended(path: string, isStream: boolean, codeName: string): void;
  sent(path: string, isStream: boolean): void;
  received(path: string, isStream: boolean): void;
}
