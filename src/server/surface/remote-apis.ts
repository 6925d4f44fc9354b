import type { Request, Response } from 'express';
import type { RemoteDocuments } from './remote-documents.ts';

/** Aggregated discovery of one version that an extension server serves. */
export interface RemoteVersion {
  /** In the form of aggregated discovery. */
  resources: readonly object[];
  freshness: 'Current' | 'Stale';
}

/** The API group versions of other servers, which clients reach through this one. */
export interface RemoteApis {
  readonly openApi: RemoteDocuments;
  /** Passes a request on; undefined for what this server answers itself. */
  pass(request: Request, response: Response): Promise<void> | undefined;
  /** Undefined for a version that this server serves. */
  version(group: string, version: string): RemoteVersion | undefined;
}
