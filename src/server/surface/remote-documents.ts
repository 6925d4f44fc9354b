/** An OpenAPI v2 document of another server: paths and definitions by name, as they came. */
export interface RemoteDocument {
  paths: Readonly<Record<string, object>>;
  definitions: Readonly<Record<string, object>>;
}

/** The OpenAPI documents of servers whose APIs clients reach through this one. */
export interface RemoteDocuments {
  /** Counts changes. */
  readonly documentsRevision: number;
  /** The more important first. Only paths of APIs that are reached through this server. */
  readonly documents: readonly RemoteDocument[];
  /** URLs of v3 documents that servers have themselves: `/openapi/v3/apis/a.example/v1?hash=1` by `apis/a.example/v1`. */
  readonly urls: ReadonlyMap<string, string>;
  /** Versions that have no v3 document: `apis/a.example/v1`, each with the document that its paths are in. */
  readonly converted: ReadonlyMap<string, RemoteDocument>;
}
