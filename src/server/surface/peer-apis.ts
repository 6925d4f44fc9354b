import type { Request, Response } from 'express';

/** A resource type in the form of aggregated discovery. */
export interface PeerResource {
  readonly resource: string;
}

/** A group as another server of this cluster has it in aggregated discovery. */
export interface PeerGroup {
  readonly name: string;
  readonly versions: readonly { readonly version: string; readonly resources: readonly PeerResource[] }[];
}

/** Resources that other servers of this cluster have, of other releases than this one. */
export interface PeerApis {
  /** Passes a request on; undefined for one that this server answers, or nobody can. */
  pass(request: Request, response: Response): Promise<void> | undefined;
  /** The named groups of all other servers, each as often as there are servers with it. */
  readonly groups: readonly PeerGroup[];
}
