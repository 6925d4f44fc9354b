import type { Dialect } from '../../api/meta/dialect.ts';
import { fillPlaceholders } from '../../api/meta/dialect.ts';
import { isReleasedBy } from '../../api/meta/release.ts';
import type { AdmissionTarget } from '../plugin.ts';

/** Resource types of configurations, and the release from which on webhooks see none. */
const configurations = [
  { resource: 'mutatingwebhookconfigurations' },
  { resource: 'validatingwebhookconfigurations' },
  { resource: 'validatingadmissionpolicies', since: '1.26' },
  { resource: 'validatingadmissionpolicybindings', since: '1.26' },
  { resource: 'mutatingadmissionpolicies', since: '1.32' },
  { resource: 'mutatingadmissionpolicybindings', since: '1.32' },
];

/** Returns whether no webhook sees a request: those for admission itself, as a bad webhook could not be taken away. */
export function exemption(dialect: Dialect, release: string): (target: AdmissionTarget) => boolean {
  const registration = fillPlaceholders(dialect, 'admissionregistration.{api}');
  const exempt = new Set(
    configurations
      .filter(({ since }) => since === undefined || isReleasedBy(since, release))
      .map(({ resource }) => resource),
  );
  return ({ group, resource }) => group === registration && exempt.has(resource);
}
