import { signerNames } from '../../../api/certificates/signer-names.ts';
import type { CertificatesV1CertificateSigningRequest } from '../../../api/schema/types.gen.ts';
import type { FieldError } from '../../../api/validation/field-errors.ts';
import type { KindDependencies, KindRules } from '../../../registry/kind-rules.ts';
import { isBeta } from '../../shared/version-name.ts';
import { setRequester } from './requester.ts';
import { prepareForApproval, prepareForStatus } from './status.ts';
import { validateChange } from './update-validation.ts';
import { validateRequest } from './validation.ts';
import { validationOptionsFor } from './validation-options.ts';

type Request = CertificatesV1CertificateSigningRequest;

/** `apiVersion` is the request's; undefined counts as v1, the stricter version. */
export function requestStrategy({ dialect, clock, gates }: KindDependencies) {
  const { legacyUnknown } = signerNames(dialect);

  const validateUpdate =
    (allowed: { approval?: boolean; settingCertificate?: boolean }) =>
    (request: Request, old: Request, apiVersion?: string): FieldError[] => {
      const options = validationOptionsFor(old, isBeta(apiVersion), legacyUnknown, gates);
      return [
        ...validateRequest(request, options, legacyUnknown, gates),
        ...validateChange(request, old, {
          ...allowed,
          replacingCertificate: options.allowReplacingCertificate,
        }),
      ];
    };

  return {
    prepareForCreate(request, _apiVersion, user) {
      setRequester(request, user);
      request.status = {};
    },
    prepareForUpdate(request, old) {
      request.spec = old.spec;
      request.status = old.status;
    },
    validateCreate: (request, apiVersion) =>
      validateRequest(
        request,
        validationOptionsFor(undefined, isBeta(apiVersion), legacyUnknown, gates),
        legacyUnknown,
        gates,
      ),
    validateUpdate: validateUpdate({}),
    status: {
      prepareForUpdate: (request, old, apiVersion) =>
        prepareForStatus(request, old, { clock, isBeta: isBeta(apiVersion) }),
      validateUpdate: validateUpdate({ settingCertificate: true }),
    },
    subresources: {
      approval: {
        type: 'part',
        verbs: ['get', 'patch', 'update'],
        prepareForUpdate: (request, old) => prepareForApproval(request, old, clock),
        validateUpdate: validateUpdate({ approval: true }),
      },
    },
  } satisfies Partial<KindRules<Request>>;
}
