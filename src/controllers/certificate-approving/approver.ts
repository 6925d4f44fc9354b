import { fillPlaceholders } from '../../api/meta/dialect.ts';
import type { AuthorizationV1SubjectAccessReview } from '../../api/schema/types.gen.ts';
import type { ResourceClient } from '../../client/api/resource-client.ts';
import type { ControllerDependencies } from '../controller.ts';
import { NotYetError } from '../shared/certificate-requests/request-controller.ts';
import {
  type CertificateRequest,
  conditionsAnd,
  doing,
  hasCondition,
  parse,
  requestType,
  withStatus,
} from '../shared/certificate-requests/requests.ts';
import { type Recognizer, recognizers } from './recognizers.ts';

/** Approves requests that their requesters may have approved without a human decision. */
export class Approver {
  readonly #dependencies: Pick<ControllerDependencies, 'dialect'>;
  readonly #requests: ResourceClient<CertificateRequest>;
  readonly #reviews: ResourceClient<AuthorizationV1SubjectAccessReview>;
  readonly #recognizers: readonly Recognizer[];

  constructor(dependencies: Pick<ControllerDependencies, 'client' | 'dialect'>) {
    const { client, dialect } = dependencies;
    const group = fillPlaceholders(dialect, 'authorization.{api}');
    this.#dependencies = dependencies;
    this.#requests = client.resource(requestType(dialect));
    this.#reviews = client.resource({ group, version: 'v1', resource: 'subjectaccessreviews' });
    this.#recognizers = recognizers(dialect);
  }

  /** Rejects with NotYetError for a request that it knows and may not approve: a later grant of the right counts. */
  async decide(request: CertificateRequest): Promise<void> {
    if (hasCondition(request, 'Approved') || hasCondition(request, 'Denied')) return;
    const { identity } = parse(request);
    const known = this.#recognizers.filter((recognizer) => recognizer.recognizes(request, identity));
    for (const { subresource, message } of known) {
      if (await this.#isAllowed(request, subresource)) return this.#approve(request, message);
    }
    if (known.length === 0) return;
    const tried = known.map(({ subresource }) => subresource).join(' ');
    throw new NotYetError(
      `recognized csr ${JSON.stringify(request.metadata.name)} as [${tried}] but subject access review was not approved`,
    );
  }

  async #isAllowed({ spec }: CertificateRequest, subresource: string): Promise<boolean> {
    const { group, resource } = requestType(this.#dependencies.dialect);
    const { username, uid, groups, extra } = spec;
    const { status } = await this.#reviews.create('', {
      spec: {
        user: username,
        uid,
        groups,
        extra,
        resourceAttributes: { group, resource, subresource, verb: 'create' },
      },
    });
    return status.allowed;
  }

  async #approve(request: CertificateRequest, message: string): Promise<void> {
    const conditions = conditionsAnd(request, { type: 'Approved', reason: 'AutoApproved', message });
    const approved = withStatus(this.#dependencies.dialect, request, { conditions });
    const update = this.#requests.update('', request.metadata.name!, approved, 'approval');
    await doing('error updating approval for csr', update);
  }
}
