import type { Request, Response } from 'express';
import type { AdmissionChain } from '../admission/chain.ts';
import type { Negotiated } from '../api/codec/negotiation.ts';
import type { RequestInfo } from '../api/request/request-info.ts';
import type { FieldValidation } from './field-validation.ts';
import type { KnownKinds } from './known-kinds.ts';
import type { RequestState } from './request-state.ts';
import type { ServedResource } from './surface/api-surface.ts';
import type { YamlConverter } from './yaml/converter.ts';

/** A request for a resource type that is served, and its response, on the way through a handler. */
export interface Exchange {
  readonly request: Request;
  readonly response: Response;
  readonly state: RequestState;
  readonly info: RequestInfo;
  readonly served: ServedResource;
  readonly accept: Negotiated;
  readonly known: KnownKinds;
  readonly yaml: YamlConverter;
  /** How unknown and repeated fields are taken where the query does not say. */
  readonly fieldValidation: FieldValidation;
  /** The plugins that look at what is written. */
  readonly admission: AdmissionChain;
}

export type Handler = (exchange: Exchange) => Promise<void> | void;
