import { hostname } from 'node:os';
import { microTimeNow } from '../../../../api/values/time.ts';
import type { AddressFinding } from './address-findings.ts';
import type { RepairEventsDependencies } from './repair-events.ts';

const component = 'ipallocator-repair-controller';

/** Writes an Event for each fault that the repair of addresses found, one of each sort for as long as Events live. */
export class AddressEvents {
  readonly #dependencies: RepairEventsDependencies;

  constructor(dependencies: RepairEventsDependencies) {
    this.#dependencies = dependencies;
  }

  tell(finding: AddressFinding): void {
    const { objects, report } = this.#dependencies;
    const { namespace = 'default' } = finding.regarding.metadata;
    report(finding.note);
    objects
      .create('events.', namespace, this.#event(finding))
      .catch((error: Error) => report(`no Event for ${finding.address}: ${error.message}`));
  }

  #event({ reason, action, note, regarding, address }: AddressFinding) {
    const { kind, apiVersion, metadata } = regarding;
    const { name = '', namespace, uid = '', resourceVersion = '' } = metadata;
    // Part of a name, which has no colons.
    const part = address.toLowerCase().replaceAll(/[^0-9a-z.]/g, '-');
    return {
      metadata: { name: `${kind === 'Service' ? `${name}.` : ''}${reason.toLowerCase()}.${part}0` },
      involvedObject: { kind, apiVersion, ...(namespace && { namespace }), name, uid, resourceVersion },
      reason,
      action,
      message: note,
      type: 'Warning',
      eventTime: microTimeNow(this.#dependencies.clock.now()),
      reportingComponent: component,
      reportingInstance: `${component}-${hostname()}`,
    };
  }
}
