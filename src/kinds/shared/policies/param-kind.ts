import type { AdmissionregistrationV1ParamKind } from '../../../api/schema/types.gen.ts';
import { type FieldError, type FieldPath, invalid, required } from '../../../api/validation/field-errors.ts';
import { dns1035Label, dns1123Subdomain, type NameCheck } from '../../../api/validation/names.ts';

/** The kind of the objects that a policy has as parameters. */
export function validateParamKind(
  { apiVersion = '', kind = '' }: AdmissionregistrationV1ParamKind,
  path: FieldPath,
): FieldError[] {
  return [
    ...validateApiVersion(apiVersion, path.child('apiVersion')),
    ...validateKind(kind, path.child('kind')),
  ];
}

function validateApiVersion(apiVersion: string, path: FieldPath): FieldError[] {
  if (apiVersion === '') return [required(path)];
  const parts = apiVersion.split('/');
  if (parts.length > 2) return [invalid(path, apiVersion, `unexpected GroupVersion string: ${apiVersion}`)];
  const [version = '', group = ''] = parts.toReversed();
  return [
    ...(group === '' ? [] : joined(path, group, dns1123Subdomain)),
    ...(version === ''
      ? [invalid(path, apiVersion, 'version must be specified')]
      : joined(path, version, dns1035Label)),
  ];
}

function validateKind(kind: string, path: FieldPath): FieldError[] {
  if (kind === '') return [required(path)];
  return joined(path, kind, (text) =>
    dns1035Label(text.toLowerCase()).map(
      (problem) => `may have mixed case, but should otherwise match: ${problem}`,
    ),
  );
}

function joined(path: FieldPath, text: string, check: NameCheck): FieldError[] {
  const problems = check(text);
  return problems.length === 0 ? [] : [invalid(path, text, problems.join(','))];
}
