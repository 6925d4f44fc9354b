import type { Dialect } from '../../api/meta/dialect.ts';
import { fillPlaceholders } from '../../api/meta/dialect.ts';
import type { AdmissionTarget } from '../plugin.ts';

const configurations = ['mutatingwebhookconfigurations', 'validatingwebhookconfigurations'];

/** Returns whether no webhook sees a request: those for webhooks themselves, as a bad one could not be taken away. */
export function exemption(dialect: Dialect): (target: AdmissionTarget) => boolean {
  const registration = fillPlaceholders(dialect, 'admissionregistration.{api}');
  return ({ group, resource }) => group === registration && configurations.includes(resource);
}
