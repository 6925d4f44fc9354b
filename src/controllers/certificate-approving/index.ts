import type { ControllerDescriptor } from '../controller.ts';
import { RequestWorker } from '../shared/certificate-requests/request-worker.ts';
import { Approver } from './approver.ts';

export const certificateApprovingController: ControllerDescriptor = {
  name: 'csrapproving',
  account: 'certificate-controller',
  flags: [],
  async create(parts) {
    const approver = new Approver(parts);
    return new RequestWorker(parts, 1, (request) => approver.decide(request));
  },
};
