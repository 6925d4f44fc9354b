import type { TokenReviewer } from '../../access/authentication/token-reviewer.ts';
import type { TokenIssuer } from '../../access/authentication/tokens/issuer.ts';
import type { ProtobufEncoder } from '../../api/codec/protobuf/encode.ts';
import { type Dialect, fillPlaceholders } from '../../api/meta/dialect.ts';
import type { Definitions } from '../../api/schema/schema.ts';
import { applyTokenRequestDefaults, validateTokenRequest } from '../../kinds/authentication/index.ts';
import type { FieldManager } from '../../registry/ownership/field-manager.ts';
import type { Reader } from '../../registry/read/reader.ts';
import type { StoredResource } from '../../registry/resource.ts';
import { reviewHandler } from '../../server/handlers/review.ts';
import { tokenRequestHandler } from '../../server/handlers/token-request.ts';
import { tokenReview } from '../../server/handlers/token-review.ts';
import { ProtobufCodec } from '../../server/representation/protobuf-codec.ts';
import type { Representations } from '../../server/representation/representations.ts';
import type { ResourceRoutes } from '../../server/routing/router.ts';
import type { Clock } from '../../util/clock.ts';

export interface TokenRouteDependencies {
  reader: Reader;
  views: Representations;
  ownership: FieldManager;
  dialect: Dialect;
  definitions: Definitions;
  encoder: ProtobufEncoder;
  clock: Clock;
  pods: StoredResource;
  secrets: StoredResource;
  nodes: StoredResource;
  tokenReviewer: TokenReviewer;
  /** Undefined without a signing key: then tokens cannot be issued. */
  tokenIssuer: TokenIssuer | undefined;
}

/** How tokens are asked for, and asked about. */
export function tokenRoutes(given: TokenRouteDependencies): Pick<ResourceRoutes, 'virtual' | 'subresources'> {
  const { views, ownership, dialect, definitions, encoder, tokenReviewer, tokenIssuer: issuer } = given;
  const metaGroup = `meta.${dialect.api}`;
  const group = fillPlaceholders(dialect, 'authentication.{api}');
  const review = reviewHandler({ views, metaGroup, ownership }, tokenReview(tokenReviewer));
  const virtual = { [`tokenreviews.${group}`]: { create: review } };
  if (issuer === undefined) return { virtual, subresources: {} };
  const kind = {
    group,
    version: 'v1',
    kind: 'TokenRequest',
    schema: definitions.structs.get('authentication.v1.TokenRequest')!,
  };
  const create = tokenRequestHandler({
    ...given,
    metaGroup,
    kind,
    protobuf: new ProtobufCodec(encoder, kind),
    issuer,
    applyDefaults: applyTokenRequestDefaults,
    validate: validateTokenRequest,
  });
  return { virtual, subresources: { 'serviceaccounts/token': { kind, handlers: { create } } } };
}
