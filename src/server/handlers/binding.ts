import { badRequest, StatusError } from '../../api/meta/status.ts';
import { fieldErrorsText } from '../../api/validation/field-errors.ts';
import type { StoredResource } from '../../registry/resource.ts';
import type { UpdateFunc } from '../../registry/write/update-func.ts';
import { uncheckedRules } from '../../registry/write/update-rules.ts';
import type { Updater } from '../../registry/write/updater.ts';
import type { Handler } from '../exchange.ts';
import { decodeFor } from '../request/decode-request.ts';
import type { PostedAction } from '../request/posted-action.ts';
import { readBody } from '../request/read-body.ts';
import { admitNow } from '../request/request-admission.ts';
import { parseWriteOptions } from '../request/write-options.ts';
import { sendStatus } from '../response/respond.ts';

export interface BindingDependencies {
  updater: Updater;
  pods: StoredResource;
  binding: PostedAction;
}

/** POST of a Binding: to the subresource of a pod, or to the collection that was there before it. */
export function bindingHandler(dependencies: BindingDependencies): Handler {
  const { updater, pods } = dependencies;
  const { kind, rules } = dependencies.binding;
  return async (exchange) => {
    const { request, response, info, accept } = exchange;
    const options = parseWriteOptions(exchange, 'CreateOptions');
    const binding = await decodeFor(exchange, await readBody(exchange), options.fieldValidation, kind);
    checkNamespace(info.namespace, binding.metadata.namespace);
    await admitNow(exchange, { ...options, kind, operation: 'CREATE' }, binding);
    const { name = '' } = binding.metadata;
    if (info.name !== '' && name !== info.name)
      throw badRequest('name in URL does not match name in Binding object');
    const errors = rules.validate!(binding);
    // Not Invalid: clients know it as this.
    if (errors.length > 0) throw new StatusError(500, undefined, fieldErrorsText(errors));
    if (name === '') throw badRequest('Name parameter required.');
    const change: UpdateFunc = {
      ...uncheckedRules,
      object: (stored) => {
        const pod = stored!();
        rules.perform!(pod, binding);
        return pod;
      },
    };
    await updater.update({ resource: pods, namespace: info.namespace, name, change, options });
    const success = { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', code: 201 } as const;
    sendStatus(request, response, 201, success, accept);
  };
}

/** A binding must name the namespace of its path, or none. */
export function checkNamespace(namespace: string, own: string | undefined): void {
  if (!own || own === namespace) return;
  throw badRequest('the namespace of the provided object does not match the namespace sent on the request');
}
