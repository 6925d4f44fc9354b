import type { FeatureGates } from '../../../../api/gates/feature-gates.ts';
import { internalError, StatusError } from '../../../../api/meta/status.ts';
import type { CoreV1Service, CoreV1ServicePort } from '../../../../api/schema/types.gen.ts';
import { FieldPath, invalid } from '../../../../api/validation/field-errors.ts';
import { invalidObject } from '../../../../api/validation/invalid-object.ts';
import { type Band, pickedBands, type StaticPart, staticSize } from '../../../../registry/ranges/bands.ts';
import type { RangeClaims } from '../../../../registry/ranges/range-claims.ts';
import { noRangeObserver, type RangeObserver } from '../../../../registry/ranges/range-observer.ts';
import { isExternal, needsHealthCheckNodePort, needsNodePorts } from '../service-types.ts';
import { nodePortsOf } from './held.ts';
import { memberOfPort, type SharedPorts } from './ranges.ts';

/** The first of the ports that a dry run shows: none of the default range, so that no client takes it for an allocated one. */
const firstDummy = 32_769;

const staticPorts: StaticPart = { atLeast: 16, atMost: 128, divisor: 32 };

const full = 'range is full';
const taken = 'provided port is already allocated';

/** Gives ports on the nodes to the ports of a Service, and one to its health check. Throws StatusError. */
export class NodePortAllocation {
  readonly #range: SharedPorts;
  /**
   * Since 1.24 a dry run takes ports outside of the range and shows ports beyond those that it took so far, wherever these
   * are, and an update that has a port twice is refused.
   */
  readonly #isLate: boolean;
  readonly #bands: readonly Band[];
  readonly #observer: RangeObserver;

  constructor(range: SharedPorts, gates: FeatureGates, observer = noRangeObserver) {
    this.#observer = observer;
    const { first, last } = range.ports;
    const size = last - first + 1;
    const isSplit = gates.isOn('ServiceNodePortStaticSubrange');
    this.#range = range;
    this.#isLate = gates.isIn('1.24');
    this.#bands = pickedBands(size, { static: isSplit ? staticSize(size, staticPorts) : 0, first: 0 });
  }

  async allocate(service: CoreV1Service, old: CoreV1Service | undefined, claims: RangeClaims): Promise<void> {
    const ports = service.spec.ports ?? [];
    if (old !== undefined && this.#isLate) refuseRepeated(ports);
    const held = new Set(old === undefined ? [] : nodePortsOf(old));
    /** By the number of the port: TCP 53 and UDP 53 share one on the nodes. */
    const shared = new Map<number, number>();
    const asked = askedFor(ports);
    const free = new DummyPorts(this.#isLate ? [] : nodePortsOf(service));
    for (const [index, port] of isExternal(service) ? ports.entries() : []) {
      const others = shared.get(port.port);
      const requested = port.nodePort || others || asked.get(port.port) || 0;
      if (!requested && !needsNodePorts(service)) continue;
      port.nodePort = requested || (await this.#pick('a nodePort', free, claims));
      shared.set(port.port, others ?? port.nodePort);
      if (!requested || requested === others || held.has(requested)) continue;
      free.note(requested);
      const why = await this.#claim(requested, claims);
      if (why !== undefined) throw refusal(service, index, requested, why);
    }
    await this.#allocateHealthCheck(service, old, claims, free);
  }

  async #allocateHealthCheck(
    service: CoreV1Service,
    old: CoreV1Service | undefined,
    claims: RangeClaims,
    free: DummyPorts,
  ): Promise<void> {
    if (!needsHealthCheckNodePort(service)) return;
    const { spec } = service;
    const { healthCheckNodePort: requested = 0 } = spec;
    // The one that it has may not change, which validation will say; a negative one is none.
    if (requested < 0 || (old !== undefined && needsHealthCheckNodePort(old) && old.spec.healthCheckNodePort))
      return;
    if (requested === 0) {
      spec.healthCheckNodePort = await this.#pick(
        'a HealthCheck NodePort',
        this.#isLate ? free : new DummyPorts(nodePortsOf(service)),
        claims,
      );
      return;
    }
    const why = await this.#claim(requested, claims);
    if (why !== undefined) {
      throw internalError(`failed to allocate requested HealthCheck NodePort ${requested}: ${why}`);
    }
  }

  /** Claims a port. The reason why it cannot be had; undefined when it is claimed. */
  async #claim(port: number, claims: RangeClaims): Promise<string | undefined> {
    const member = memberOfPort(this.#range, port);
    if (member === undefined) {
      if (claims.isDryRun && this.#isLate) return undefined;
      const { first, last } = this.#range.ports;
      return `provided port is not in the valid range. The range of valid ports is ${first}-${last}`;
    }
    const isGiven = await claims.claim(member);
    if (!claims.isDryRun) this.#observer.port('static', isGiven);
    return isGiven ? undefined : taken;
  }

  async #pick(what: string, dummies: DummyPorts, claims: RangeClaims): Promise<number> {
    // A dry run takes no port from anyone, but a Service of this type without one would not be whole.
    if (claims.isDryRun) return dummies.next();
    const { ports, shared } = this.#range;
    const picked = await claims.pick(shared, this.#bands);
    this.#observer.port('dynamic', picked !== undefined);
    if (picked === undefined) throw internalError(`failed to allocate ${what}: ${full}`);
    return ports.first + picked;
  }
}

/** Ports for a dry run: beyond those that it took so far, one after the other. */
class DummyPorts {
  #last: number | undefined;

  /** `asked`: ports that it counts beside those of the dummy range from the start. */
  constructor(asked: readonly number[]) {
    if (asked.length > 0) this.#last = asked.reduce((max, port) => Math.max(max, port), firstDummy - 1);
  }

  /** A port that the dry run took. */
  note(port: number): void {
    this.#last = Math.max(this.#last ?? 0, port);
  }

  next(): number {
    this.#last = (this.#last ?? firstDummy - 1) + 1;
    return this.#last;
  }
}

/** By the number of a port the first node port that a port of this number asks for. */
function askedFor(ports: readonly CoreV1ServicePort[]): Map<number, number> {
  const asked = new Map<number, number>();
  for (const { port, nodePort } of ports) if (nodePort && !asked.has(port)) asked.set(port, nodePort);
  return asked;
}

/** An update that has a node port twice ends here, before it is validated. */
function refuseRepeated(ports: readonly CoreV1ServicePort[]): void {
  const seen = new Set<string>();
  for (const { protocol, nodePort } of ports) {
    if (!nodePort) continue;
    const text = `{${protocol} ${nodePort}}`;
    if (seen.has(text)) throw new StatusError(500, undefined, `duplicate nodePort: ${text}`);
    seen.add(text);
  }
}

function refusal({ metadata }: CoreV1Service, index: number, port: number, why: string) {
  const path = FieldPath.of('spec', 'ports').index(index).child('nodePort');
  return invalidObject({ group: '', kind: 'Service' }, metadata.name ?? '', [invalid(path, port, why)]);
}
