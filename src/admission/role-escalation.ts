import type { EscalationCheck } from '../access/authorization/rbac/escalation-check.ts';
import type { NamedPlugin } from './chain.ts';
import type { AdmissionAttributes, AdmissionPlugin, AdmissionTarget } from './plugin.ts';

/** A user cannot grant permissions that the user does not have. Not one of the plugins that flags know: it cannot be turned off. */
export const roleEscalation = (check: EscalationCheck): NamedPlugin => ({
  name: 'RoleEscalation',
  plugin: new RoleEscalation(check),
});

class RoleEscalation implements AdmissionPlugin {
  readonly #check: EscalationCheck;

  constructor(check: EscalationCheck) {
    this.#check = check;
  }

  handles(target: AdmissionTarget): boolean {
    return ['CREATE', 'UPDATE'].includes(target.operation) && this.#check.concerns(target);
  }

  validate({ group, resource, object, old, user }: AdmissionAttributes): Promise<void> {
    return this.#check.check({ group, resource }, object!, old, user);
  }
}
