import type { Admission } from '../../admission/admission.ts';
import type { AdmissionChain, Steps } from '../../admission/chain.ts';
import type { AdmissionAttributes, AdmissionTarget, Operation } from '../../admission/plugin.ts';
import type { ApiObject } from '../../api/meta/metadata.ts';
import type { Exchange } from '../exchange.ts';

/** The attributes of a request for admission, without the objects. */
export interface AdmittedRequest {
  /** The client deletes a collection, and has named no object. */
  isOfCollection?: boolean;
  dryRun: boolean;
  /** With kind and apiVersion; undefined for CONNECT. Plugins see those of a patch as options of what it comes to. */
  options: object | undefined;
  /** Kind of the object in the request, when it is not the resource's own. */
  kind?: AdmissionAttributes['kind'];
  /** For what is created through a path that does not say so: a binding creates `pods/binding`. */
  operation?: Operation;
}

/** The admission chain for the writes of a request. */
export function admissionOf(exchange: Exchange, request: AdmittedRequest): Admission {
  return new RequestAdmission(exchange, request);
}

/** Both steps, for objects of subresources that are never written as they are. */
export async function admitNow(
  exchange: Exchange,
  request: AdmittedRequest,
  object: ApiObject | undefined,
  old?: ApiObject,
): Promise<void> {
  const admission = new RequestAdmission(exchange, request);
  await admission.admit(object, old);
  await admission.validate(object, old);
}

/** Warnings about one object; the answer has room for less. */
const maxWarnings = 200;

class RequestAdmission implements Admission {
  readonly #exchange: Exchange;
  readonly #request: AdmittedRequest;
  readonly #chain: AdmissionChain;
  /** The object came without a name: while it may still be changed, a generated one is no part of the request. */
  #isNameless = false;

  constructor(exchange: Exchange, request: AdmittedRequest) {
    this.#exchange = exchange;
    this.#request = request;
    this.#chain = exchange.api.admission;
  }

  admit(object: ApiObject | undefined, old: ApiObject | undefined): Promise<void> | void {
    this.#isNameless = old === undefined && !object?.metadata?.name;
    const target = this.#target(object, old);
    const steps = this.#chain.stepsFor(target);
    if (steps.admit.length > 0) return this.#chain.admit(steps, this.#attributes(target, object, old, true));
  }

  refused(object: ApiObject, old: ApiObject): void {
    const { info, served, state } = this.#exchange;
    if (info.subresource !== '' || !served.resource.rules.warnsOfRefused) return;
    state.warnings.push(...this.#warningsOfKind(object, old).slice(0, maxWarnings));
  }

  validate(object: ApiObject | undefined, old: ApiObject | undefined): Promise<void> | void {
    if (object !== undefined) {
      this.#exchange.state.warnings.push(...this.#warningsOfKind(object, old).slice(0, maxWarnings));
    }
    const target = this.#target(object, old);
    const steps: Steps = this.#chain.stepsFor(target);
    if (steps.validate.length > 0)
      return this.#chain.validate(steps, this.#attributes(target, object, old, false));
  }

  ignoresUnchanged(old: ApiObject | undefined): boolean {
    if (old !== undefined && this.#warningsOfKind(old, old).length > 0) return false;
    const { info, served, state } = this.#exchange;
    if (state.explanation !== undefined) return false;
    const { group, version, plural: resource } = served.definition;
    const { subresource } = info;
    const target = { operation: 'UPDATE', group, resource, subresource } as const;
    const steps = this.#chain.stepsFor(target);
    return this.#chain.ignoresUnchanged(steps, {
      ...target,
      version,
      namespace: this.#namespace(old),
      user: state.user!,
      annotate: (key, value) => this.#annotate(key, value),
    });
  }

  #warningsOfKind(object: ApiObject, old: ApiObject | undefined): string[] {
    const { info, served } = this.#exchange;
    return (info.subresource === '' && served.resource.rules.warnings?.(object, old)) || [];
  }

  #target(object: ApiObject | undefined, old: ApiObject | undefined): AdmissionTarget {
    const { info, served } = this.#exchange;
    const { group, plural } = served.definition;
    const operation = this.#request.operation ?? operationOf(object, old);
    return { operation, group, resource: plural, subresource: info.subresource };
  }

  /** A Namespace is in itself; a collection that is deleted may be one of all namespaces. */
  #namespace(old: ApiObject | undefined, name = this.#exchange.info.name): string {
    const { info, served } = this.#exchange;
    const { group, plural, namespaced } = served.definition;
    if (group === '' && plural === 'namespaces') return name;
    return namespaced ? info.namespace || (old?.metadata.namespace ?? '') : '';
  }

  #attributes(
    target: AdmissionTarget,
    object: ApiObject | undefined,
    old: ApiObject | undefined,
    begins: boolean,
  ): AdmissionAttributes {
    const { info, served, state } = this.#exchange;
    const { group, version, kind } = served.definition;
    const name = info.name || (begins && this.#isNameless ? '' : (object ?? old)?.metadata?.name) || '';
    const namespace = this.#namespace(old, name);
    const isConfidential = served.definition.confidential === true;
    let isAskedAgain = false;
    return {
      ...target,
      version,
      kind: this.#request.kind ?? { group, version, kind },
      namespace,
      name,
      user: state.user!,
      verb: info.verb,
      isOfCollection: this.#request.isOfCollection ?? false,
      dryRun: this.#request.dryRun,
      deadline: state.deadline,
      options: optionsOf(target.operation, this.#request.options),
      object,
      old,
      reinvoke: () => {
        isAskedAgain = true;
      },
      get isAskedAgain() {
        return isAskedAgain;
      },
      warn: (text) => void state.warnings.push(text),
      annotate: (key, value) => this.#annotate(key, value),
      recorder: state.explanation?.recorderOf({ ...target, namespace, name, isConfidential }, begins),
    };
  }

  /** The first value of a key stands: a second one would hide it. */
  #annotate(key: string, value: string): void {
    const { auditAnnotations } = this.#exchange.state;
    if (!auditAnnotations.has(key)) auditAnnotations.set(key, value);
  }
}

/** Kind of the options of an operation, whichever verb comes to it: a PUT or PATCH creates what is not there. */
const optionsKinds: Partial<Record<Operation, string>> = { CREATE: 'CreateOptions', UPDATE: 'UpdateOptions' };

function optionsOf(operation: Operation, options: object | undefined): object | undefined {
  const kind = optionsKinds[operation];
  return kind === undefined || options === undefined ? options : { ...options, kind };
}

const operationOf = (object: ApiObject | undefined, old: ApiObject | undefined): Operation =>
  object === undefined ? 'DELETE' : old === undefined ? 'CREATE' : 'UPDATE';
