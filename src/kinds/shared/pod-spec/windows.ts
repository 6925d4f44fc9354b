import type { CoreV1PodSpec, CoreV1WindowsSecurityContextOptions } from '../../../api/schema/types.gen.ts';
import { type FieldError, type FieldPath, forbidden, invalid } from '../../../api/validation/field-errors.ts';
import { dns1123Subdomain } from '../../../api/validation/names.ts';
import { invalidEach } from '../field-checks.ts';
import type { PodContext } from './options.ts';
import { type AnyContainer, allContainers, allContainersWithPaths } from './visit.ts';

const credentialSpecKiB = 64;
const domainLength = 256;
const userLength = 104;

const control = /[\0-\x1f\x7f]/;
const netBios = /^[^\\/:*?"<>|.][^\\/:*?"<>|]{0,14}$/;
const dnsError = /^$|[^A-Za-z0-9.-]|^[.-]|[.-]$|\.[.-]|-\./;
const userError = /["/\\:;|=,+*?<>@[\]]/;
const dotsAndBlanks = /^[. ]+$/;

export function validateWindowsOptions(
  options: CoreV1WindowsSecurityContextOptions | undefined,
  path: FieldPath,
): FieldError[] {
  if (options === undefined) return [];
  const { gmsaCredentialSpecName: specName, gmsaCredentialSpec: spec, runAsUserName: user } = options;
  return [
    ...(specName === undefined
      ? []
      : invalidEach(path.child('gmsaCredentialSpecName'), specName, dns1123Subdomain(specName))),
    ...(spec === undefined
      ? []
      : invalidEach(path.child('gmsaCredentialSpec'), spec, credentialSpecErrors(spec))),
    ...(user === undefined ? [] : invalidEach(path.child('runAsUserName'), user, userNameErrors(user))),
  ];
}

function credentialSpecErrors(spec: string): string[] {
  if (spec === '') return ['gmsaCredentialSpec cannot be an empty string'];
  const fits = Buffer.byteLength(spec) <= credentialSpecKiB * 1024;
  return fits ? [] : [`gmsaCredentialSpec size must be under ${credentialSpecKiB} KiB`];
}

/** `user` or `DOMAIN\user`. */
function userNameErrors(name: string): string[] {
  if (name === '') return ['runAsUserName cannot be an empty string'];
  if (control.test(name)) return ['runAsUserName cannot contain control characters'];
  const parts = name.split('\\');
  if (parts.length > 2) return ['runAsUserName cannot contain more than one backslash'];
  const domain = parts.length === 2 ? parts[0]! : undefined;
  return [...(domain === undefined ? [] : domainErrors(domain)), ...userErrors(parts.at(-1)!)];
}

function domainErrors(domain: string): string[] {
  const isKnown = netBios.test(domain) || !dnsError.test(domain);
  return [
    ...(Buffer.byteLength(domain) >= domainLength
      ? [`runAsUserName's Domain length must be under ${domainLength} characters`]
      : []),
    ...(isKnown ? [] : ["runAsUserName's Domain doesn't match the NetBios nor the DNS format"]),
  ];
}

function userErrors(user: string): string[] {
  const problems: string[] = [];
  if (user === '') problems.push("runAsUserName's User cannot be empty");
  else if (Buffer.byteLength(user) > userLength) {
    problems.push(`runAsUserName's User length must not be longer than ${userLength} characters`);
  }
  if (userError.test(user)) {
    problems.push(`runAsUserName's User cannot contain the following characters: "/\\:;|=,+*?<>@[]`);
  }
  if (dotsAndBlanks.test(user)) problems.push("runAsUserName's User cannot contain only periods or spaces");
  return problems;
}

const hostProcessOf = ({ securityContext }: CoreV1PodSpec | AnyContainer): boolean | undefined =>
  securityContext?.windowsOptions?.hostProcess;

/** A pod whose processes are the host's: all of its containers, in the network of the host. */
export function validateHostProcess(spec: CoreV1PodSpec, path: FieldPath, context: PodContext): FieldError[] {
  const ofPod = hostProcessOf(spec);
  if (ofPod === undefined && allContainers(spec).every((one) => hostProcessOf(one) === undefined)) return [];
  const containers = allContainersWithPaths(spec, path).map((visited) => ({
    path: visited.path,
    own: hostProcessOf(visited.container),
  }));
  const field = ['securityContext', 'windowsOptions', 'hostProcess'];
  const contradictions = containers
    .filter(({ own }) => ofPod !== undefined && own !== undefined && own !== ofPod)
    .map(({ own, path: at }) => {
      const text = `pod hostProcess value must be identical if both are specified, was ${ofPod}`;
      return invalid(at.child(...field), own, text);
    });
  const onHost = containers.filter(({ own }) => own ?? ofPod).length;
  if (onHost === 0) return contradictions;
  return [
    ...contradictions,
    ...validateOnHost(spec, path, { all: onHost === containers.length, ...context }),
  ];
}

function validateOnHost(
  { hostNetwork }: CoreV1PodSpec,
  path: FieldPath,
  { all, allowPrivileged }: { all: boolean; allowPrivileged?: boolean },
): FieldError[] {
  const some =
    'If pod contains any hostProcess containers then all containers must be HostProcess containers';
  const network = 'hostNetwork must be true if pod contains any hostProcess containers';
  return [
    ...(all ? [] : [invalid(path, '', some)]),
    ...(hostNetwork ? [] : [invalid(path.child('hostNetwork'), false, network)]),
    ...(allowPrivileged === false
      ? [forbidden(path, 'hostProcess containers are disallowed by cluster policy')]
      : []),
  ];
}
