import type { Dialect } from '../../api/meta/dialect.ts';
import { fillPlaceholders } from '../../api/meta/dialect.ts';
import type { AdmissionTarget } from '../plugin.ts';

const configurations = ['mutatingwebhookconfigurations', 'validatingwebhookconfigurations'];

/**
 * Which requests no webhook sees: those for webhooks themselves, as a bad one could not be taken away, and questions
 * about rights, which hold tokens and are asked in the middle of other requests.
 */
export function exemption(dialect: Dialect): (target: AdmissionTarget) => boolean {
  const registration = fillPlaceholders(dialect, 'admissionregistration.{api}');
  const questions = ['authentication.{api}', 'authorization.{api}'].map((group) =>
    fillPlaceholders(dialect, group),
  );
  return ({ group, resource }) =>
    (group === registration && configurations.includes(resource)) ||
    (questions.includes(group) && resource.endsWith('reviews'));
}
