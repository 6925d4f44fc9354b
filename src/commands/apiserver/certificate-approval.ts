import type { Dialect } from '../../api/meta/dialect.ts';
import type { ApiObject } from '../../api/meta/metadata.ts';
import type { CertificatesV1CertificateSigningRequest } from '../../api/schema/types.gen.ts';
import { certificateApproval } from '../../kinds/certificates/index.ts';
import type { RulesFor } from '../../registry/write/update-rules.ts';
import type { Writer } from '../../registry/write/writer.ts';
import type { Handler } from '../../server/exchange.ts';
import { patchHandler } from '../../server/handlers/patch.ts';
import { updateHandler } from '../../server/handlers/update.ts';
import type { Representations } from '../../server/representation/representations.ts';
import type { SubresourceRoutes } from '../../server/routing/router.ts';
import type { Clock } from '../../util/clock.ts';

export interface ApprovalDependencies {
  writer: Writer;
  views: Representations;
  clock: Clock;
  dialect: Dialect;
  get: Handler;
}

/** How requests for certificates are approved and denied. */
export function certificateApprovalRoutes({
  writer,
  views,
  clock,
  dialect,
  get,
}: ApprovalDependencies): SubresourceRoutes {
  const approval = certificateApproval({ dialect, clock });
  const rules: RulesFor = (_, apiVersion) => ({
    mayCreate: false,
    countsGeneration: false,
    prepare: (request, old) => approval.prepareForUpdate(asRequest(request), asRequest(old)),
    validate: (request, old) => approval.validateUpdate(asRequest(request), asRequest(old), apiVersion),
  });
  const metaGroup = `meta.${dialect.api}`;
  return {
    handlers: {
      get,
      update: updateHandler(writer, views, metaGroup, rules),
      patch: patchHandler(writer, views, metaGroup, rules),
    },
  };
}

const asRequest = (object: ApiObject): CertificatesV1CertificateSigningRequest =>
  object as unknown as CertificatesV1CertificateSigningRequest;
